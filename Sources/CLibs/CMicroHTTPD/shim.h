#pragma once
#include <gnutls/gnutls.h>
#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// MHD_start_daemon, MHD_get_connection_info and MHD_get_daemon_info are variadic, which Swift cannot import.

/// Everything that an event loop tells its daemon.
struct mhd_daemon_settings {
  unsigned int flags;
  MHD_socket listen_socket;
  size_t connection_memory;
  unsigned int connection_limit;
  const char *tls_certificate;  // PEM; null without TLS
  const char *tls_key;          // PEM; null without TLS
  const char *tls_priorities;   // GnuTLS's text for versions and ciphers; null without TLS
  void *context;                // handed to every callback
  MHD_AcceptPolicyCallback accept_policy;
  MHD_AccessHandlerCallback access_handler;
  MHD_RequestCompletedCallback request_completed;
  MHD_NotifyConnectionCallback connection_changed;
  void *(*request_line)(void *context, const char *target, struct MHD_Connection *connection);
  size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
  MHD_LogCallback log;
};

static inline struct MHD_Daemon *mhd_start_daemon(const struct mhd_daemon_settings *s) {
  struct MHD_OptionItem tls[] = {
    { s->tls_key ? MHD_OPTION_HTTPS_MEM_KEY : MHD_OPTION_END, 0, (void *)s->tls_key },
    { MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)s->tls_certificate },
    { MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)s->tls_priorities },
    { MHD_OPTION_END, 0, 0 }
  };
  return MHD_start_daemon(
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

/// What the connection-changed callback stored for this connection.
static inline void *mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : 0;
}

/// The connection's socket; -1 when there is none.
static inline MHD_socket mhd_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// The peer's address; null when there is none.
static inline const struct sockaddr *mhd_client_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : 0;
}

/// How many bytes the request line and the header fields took.
static inline size_t mhd_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/// Hides the query of a target from libmicrohttpd, which would take it apart in vain, and refuse it when that takes more
/// memory than the connection has. The text is libmicrohttpd's own, which is about to write into it itself.
static inline void mhd_hide_query(const char *target) {
  char *query = strchr((char *)target, '?');
  if (query) query[1] = 0;
}

/// Whether the method before a target is HEAD, for a request that is refused before libmicrohttpd says so. A
/// connection's memory begins at a multiple of 16, so looking back no further than the last one stays in it.
static inline bool mhd_is_head(const char *target) {
  const char *end = target - 1;
  const char *first = (const char *)((uintptr_t)(end - 1) & ~(uintptr_t)15);
  return end - first >= 4 && memcmp(end - 4, "HEAD", 5) == 0 && (end - first == 4 || end[-5] == 0);
}

/// Sends bytes over a connection's TLS session, as far as the kernel takes them at once, and says that no more will come.
static inline void mhd_tls_send_last(struct MHD_Connection *connection, const void *bytes, size_t count) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  if (!info || !info->tls_session) return;
  gnutls_record_send((gnutls_session_t)info->tls_session, bytes, count);
  gnutls_bye((gnutls_session_t)info->tls_session, GNUTLS_SHUT_WR);
}
