#include "library.h"

struct MHD_Daemon *mhd_start_daemon(const struct mhd_daemon_settings *s) {
  struct MHD_OptionItem tls[] = {
    { s->tls_key ? MHD_OPTION_HTTPS_MEM_KEY : MHD_OPTION_END, 0, (void *)s->tls_key },
    { MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)s->tls_certificate },
    { MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)s->tls_priorities },
    { MHD_OPTION_END, 0, 0 }
  };
  return mhd_library.MHD_start_daemon(
    s->flags, 0, s->accept_policy, s->context, s->access_handler, s->context,
    MHD_OPTION_EXTERNAL_LOGGER, s->log, s->context,
    MHD_OPTION_LISTEN_SOCKET, s->listen_socket,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, s->connection_memory,
    MHD_OPTION_CONNECTION_LIMIT, s->connection_limit,
    MHD_OPTION_CONNECTION_TIMEOUT, 0u,
    MHD_OPTION_NOTIFY_COMPLETED, s->request_completed, s->context,
    MHD_OPTION_NOTIFY_CONNECTION, s->connection_changed, s->context,
    MHD_OPTION_URI_LOG_CALLBACK, s->request_line, s->context,
    MHD_OPTION_UNESCAPE_CALLBACK, s->unescape, s->context,
    MHD_OPTION_ARRAY, tls,
    MHD_OPTION_END);
}

MHD_socket mhd_quiesce_daemon(struct MHD_Daemon *daemon) { return mhd_library.MHD_quiesce_daemon(daemon); }
void mhd_stop_daemon(struct MHD_Daemon *daemon) { mhd_library.MHD_stop_daemon(daemon); }
void mhd_suspend_connection(struct MHD_Connection *connection) { mhd_library.MHD_suspend_connection(connection); }
void mhd_resume_connection(struct MHD_Connection *connection) { mhd_library.MHD_resume_connection(connection); }

int mhd_get_connection_values_n(
  struct MHD_Connection *connection, enum MHD_ValueKind kind, MHD_KeyValueIteratorN iterator, void *context
) {
  return mhd_library.MHD_get_connection_values_n(connection, kind, iterator, context);
}

struct MHD_Response *mhd_create_response_from_buffer(
  size_t size, const void *buffer, MHD_ContentReaderFreeCallback free_callback, void *context
) {
  // The declaration lacks a const: libmicrohttpd only reads the bytes.
  return mhd_library.MHD_create_response_from_buffer_with_free_callback_cls(
    size, (void *)buffer, free_callback, context);
}

struct MHD_Response *mhd_create_response_from_fd_at_offset64(uint64_t size, int descriptor, uint64_t offset) {
  return mhd_library.MHD_create_response_from_fd_at_offset64(size, descriptor, offset);
}

void mhd_destroy_response(struct MHD_Response *response) { mhd_library.MHD_destroy_response(response); }

enum MHD_Result mhd_add_response_header(struct MHD_Response *response, const char *name, const char *value) {
  return mhd_library.MHD_add_response_header(response, name, value);
}

const char *mhd_get_response_header(struct MHD_Response *response, const char *name) {
  return mhd_library.MHD_get_response_header(response, name);
}

const char *mhd_get_reason_phrase_for(unsigned int status) { return mhd_library.MHD_get_reason_phrase_for(status); }

void *mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    mhd_library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : 0;
}

MHD_socket mhd_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    mhd_library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

const struct sockaddr *mhd_client_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    mhd_library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : 0;
}

size_t mhd_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    mhd_library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

void mhd_tls_send_last(struct MHD_Connection *connection, const void *bytes, size_t count) {
  const union MHD_ConnectionInfo *info =
    mhd_library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  if (!info || !info->tls_session) return;
  gnutls_session_t session = (gnutls_session_t)info->tls_session;
  mhd_library.gnutls_record_send(session, bytes, count);
  mhd_library.gnutls_bye(session, GNUTLS_SHUT_WR);
}
