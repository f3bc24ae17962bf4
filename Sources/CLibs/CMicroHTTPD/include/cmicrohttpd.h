#pragma once
#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// libmicrohttpd, opened when the first server starts. It brings GnuTLS and eight other libraries with it, and to load them
// takes longer than most commands that serve nothing.
//
// Call `mhd_open` before anything else here. The functions do what libmicrohttpd's functions of the same name do; those
// that take variable arguments, which Swift cannot call, have one here for each use of them.

/// Opens libmicrohttpd, once per process; any thread may ask. Returns null, or why it cannot be used.
const char *mhd_open(void);

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

struct MHD_Daemon *mhd_start_daemon(const struct mhd_daemon_settings *settings);
MHD_socket mhd_quiesce_daemon(struct MHD_Daemon *daemon);
void mhd_stop_daemon(struct MHD_Daemon *daemon);
void mhd_suspend_connection(struct MHD_Connection *connection);
void mhd_resume_connection(struct MHD_Connection *connection);

int mhd_get_connection_values_n(
  struct MHD_Connection *connection, enum MHD_ValueKind kind, MHD_KeyValueIteratorN iterator, void *context);

/// `MHD_create_response_from_buffer_with_free_callback_cls`.
struct MHD_Response *mhd_create_response_from_buffer(
  size_t size, const void *buffer, MHD_ContentReaderFreeCallback free_callback, void *context);
struct MHD_Response *mhd_create_response_from_fd_at_offset64(uint64_t size, int descriptor, uint64_t offset);
void mhd_destroy_response(struct MHD_Response *response);
enum MHD_Result mhd_add_response_header(struct MHD_Response *response, const char *name, const char *value);
const char *mhd_get_response_header(struct MHD_Response *response, const char *name);
const char *mhd_get_reason_phrase_for(unsigned int status);

/// What the connection-changed callback stored for this connection.
void *mhd_socket_context(struct MHD_Connection *connection);

/// The connection's socket; -1 when there is none.
MHD_socket mhd_connection_socket(struct MHD_Connection *connection);

/// The peer's address; null when there is none.
const struct sockaddr *mhd_client_address(struct MHD_Connection *connection);

/// How many bytes the request line and the header fields took.
size_t mhd_header_size(struct MHD_Connection *connection);

/// Sends bytes over a connection's TLS session, as far as the kernel takes them at once, and says that no more will come.
void mhd_tls_send_last(struct MHD_Connection *connection, const void *bytes, size_t count);

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
