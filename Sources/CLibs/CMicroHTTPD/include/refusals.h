#pragma once

struct MHD_Connection;
struct MHD_Response;

/// Called on a daemon's own thread with each request that libmicrohttpd is about to refuse by itself.
typedef void (*refusal_handler)(struct MHD_Connection *connection, unsigned int status);

/// Sets who hears of refusals, in every daemon of the process.
void refusals_observe(refusal_handler handler);

/// Queues a response of this program's own; 0 when libmicrohttpd does not take it.
int refusals_queue_own(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);
