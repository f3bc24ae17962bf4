#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

struct mhd_library mhd_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[512];

static void *look_up(void *handle, const char *name) {
  void *function = dlsym(handle, name);
  if (function == NULL && failure[0] == 0) {
    snprintf(failure, sizeof failure, "neither libmicrohttpd.so.12 nor a library that it needs has a function %s", name);
  }
  return function;
}

// A look-up in the handle passes over the executable, whose own MHD_queue_response (see refusals.c) is not meant here.
static void open_library(void) {
  void *handle = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "%s", reason == NULL ? "libmicrohttpd cannot be opened" : reason);
    return;
  }
#define LOOK_UP(name) mhd_library.name = (__typeof__(mhd_library.name))look_up(handle, #name);
  MHD_EACH_FUNCTION(LOOK_UP)
}

const char *mhd_open(void) {
  pthread_once(&once, open_library);
  return failure[0] == 0 ? NULL : failure;
}
