#include "refusals.h"

#include "library.h"

#include <stdatomic.h>

// libmicrohttpd 0.9.75 answers what it cannot parse in its own words, and offers no callback to change them. It queues
// those answers through its public MHD_queue_response, which the dynamic linker looks up like any other symbol: in the
// executable first. So this definition is the one that libmicrohttpd calls, and it hears of each refusal before any byte
// of it goes out. For that the executable has to export it, as Package.swift has the linker do. Where it is not found
// first, libmicrohttpd's own words go out as before.

static _Atomic refusal_handler observer;

__attribute__((visibility("default"), used, retain)) enum MHD_Result
MHD_queue_response(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  refusal_handler handler = atomic_load_explicit(&observer, memory_order_acquire);
  if (handler) handler(connection, status);
  return mhd_library.MHD_queue_response(connection, status, response);
}

void refusals_observe(refusal_handler handler) {
  atomic_store_explicit(&observer, handler, memory_order_release);
}

int refusals_queue_own(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  return mhd_library.MHD_queue_response(connection, status, response) == MHD_YES;
}
