#pragma once
#include <curl/curl.h>

// Swift cannot call variadic C functions; each shim below fixes the type of the one variadic argument.
// The names in parentheses step around libcurl's type-checking macros.

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return (curl_easy_setopt)(handle, option, value);
}

// The shape that libcurl's read, write and header callbacks share.
typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_data_callback(CURL *handle, CURLoption option, ccurl_data_callback value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_seek_callback(CURL *handle, curl_seek_callback value) {
  return (curl_easy_setopt)(handle, CURLOPT_SEEKFUNCTION, value);
}

static inline CURLcode ccurl_set_progress_callback(CURL *handle, curl_xferinfo_callback value) {
  return (curl_easy_setopt)(handle, CURLOPT_XFERINFOFUNCTION, value);
}

static inline CURLcode ccurl_set_close_callback(CURL *handle, curl_closesocket_callback value) {
  return (curl_easy_setopt)(handle, CURLOPT_CLOSESOCKETFUNCTION, value);
}

static inline CURLcode ccurl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return (curl_easy_getinfo)(handle, info, value);
}
