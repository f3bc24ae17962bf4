#pragma once
#include "cmicrohttpd.h"

#include <gnutls/gnutls.h>

#define MHD_EACH_FUNCTION(use)                                                                                        \
  use(MHD_add_response_header) use(MHD_create_response_from_buffer_with_free_callback_cls)                            \
  use(MHD_create_response_from_fd_at_offset64) use(MHD_destroy_response) use(MHD_get_connection_info)                 \
  use(MHD_get_connection_values_n) use(MHD_get_reason_phrase_for) use(MHD_get_response_header)                        \
  use(MHD_queue_response) use(MHD_quiesce_daemon) use(MHD_resume_connection) use(MHD_start_daemon)                    \
  use(MHD_stop_daemon) use(MHD_suspend_connection) use(gnutls_bye) use(gnutls_record_send)

/// What was looked up in libmicrohttpd and in the GnuTLS that it brings, with the types that their headers declare.
struct mhd_library {
#define MHD_MEMBER(name) __typeof__(name) *name;
  MHD_EACH_FUNCTION(MHD_MEMBER)
#undef MHD_MEMBER
};

/// Filled by `mhd_open`, and never changed after that.
extern struct mhd_library mhd_library;
