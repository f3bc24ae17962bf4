#include "ccurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#define EACH_FUNCTION(use)                                                                                        \
  use(curl_easy_cleanup) use(curl_easy_getinfo) use(curl_easy_init) use(curl_easy_perform) use(curl_easy_reset)   \
  use(curl_easy_setopt) use(curl_easy_strerror) use(curl_free) use(curl_getdate) use(curl_global_init)            \
  use(curl_slist_append) use(curl_slist_free_all) use(curl_url) use(curl_url_cleanup) use(curl_url_dup)           \
  use(curl_url_get) use(curl_url_set) use(curl_url_strerror)

// What was looked up, with the types that libcurl's header declares.
static struct {
#define MEMBER(name) __typeof__(name) *name;
  EACH_FUNCTION(MEMBER)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[512];

static void *look_up(void *handle, const char *name) {
  void *function = dlsym(handle, name);
  if (function == NULL && failure[0] == 0) snprintf(failure, sizeof failure, "libcurl has no function %s", name);
  return function;
}

static void open_library(void) {
  void *handle = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (handle == NULL) {
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "%s", reason == NULL ? "libcurl cannot be opened" : reason);
    return;
  }
#define LOOK_UP(name) library.name = (__typeof__(library.name))look_up(handle, #name);
  EACH_FUNCTION(LOOK_UP)
  if (failure[0] != 0) return;
  CURLcode status = library.curl_global_init(CURL_GLOBAL_DEFAULT);
  if (status != CURLE_OK) {
    snprintf(failure, sizeof failure, "libcurl cannot be started: %s", library.curl_easy_strerror(status));
  }
}

const char *ccurl_open(void) {
  pthread_once(&once, open_library);
  return failure[0] == 0 ? NULL : failure;
}

CURL *ccurl_easy_init(void) { return library.curl_easy_init(); }
void ccurl_easy_cleanup(CURL *handle) { library.curl_easy_cleanup(handle); }
void ccurl_easy_reset(CURL *handle) { library.curl_easy_reset(handle); }
CURLcode ccurl_easy_perform(CURL *handle) { return library.curl_easy_perform(handle); }
const char *ccurl_easy_strerror(CURLcode code) { return library.curl_easy_strerror(code); }

CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
  return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_set_data_callback(CURL *handle, CURLoption option, ccurl_data_callback value) {
  return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_set_seek_callback(CURL *handle, curl_seek_callback value) {
  return library.curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, value);
}

CURLcode ccurl_set_progress_callback(CURL *handle, curl_xferinfo_callback value) {
  return library.curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

CURLcode ccurl_set_close_callback(CURL *handle, curl_closesocket_callback value) {
  return library.curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, value);
}

CURLcode ccurl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return library.curl_easy_getinfo(handle, info, value);
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line) {
  return library.curl_slist_append(list, line);
}

void ccurl_slist_free_all(struct curl_slist *list) { library.curl_slist_free_all(list); }

CURLU *ccurl_url(void) { return library.curl_url(); }
// Older headers lack the const of the two that only read.
CURLU *ccurl_url_dup(const CURLU *url) { return library.curl_url_dup((CURLU *)url); }
void ccurl_url_cleanup(CURLU *url) { library.curl_url_cleanup(url); }

CURLUcode ccurl_url_get(const CURLU *url, CURLUPart part, char **value, unsigned int flags) {
  return library.curl_url_get((CURLU *)url, part, value, flags);
}

CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *value, unsigned int flags) {
  return library.curl_url_set(url, part, value, flags);
}

const char *ccurl_url_strerror(CURLUcode code) { return library.curl_url_strerror(code); }

time_t ccurl_getdate(const char *text) { return library.curl_getdate(text, NULL); }
void ccurl_free(void *memory) { library.curl_free(memory); }
