#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// libcurl, opened when it is first needed. It brings some 25 other libraries with it, and to load them takes longer than
// most commands that never speak to a server.
//
// Call `ccurl_open` before anything else here. The functions do what libcurl's functions of the same name do; of those
// that take a variable argument, which Swift cannot call, there is one for each type of it.

// Opens libcurl and starts it, once per process; any thread may ask. Returns NULL, or why it cannot be used.
const char *ccurl_open(void);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *handle);
void ccurl_easy_reset(CURL *handle);
CURLcode ccurl_easy_perform(CURL *handle);
const char *ccurl_easy_strerror(CURLcode code);

CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value);
CURLcode ccurl_set_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);

// The shape that libcurl's read, write and header callbacks share.
typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);
CURLcode ccurl_set_data_callback(CURL *handle, CURLoption option, ccurl_data_callback value);
CURLcode ccurl_set_seek_callback(CURL *handle, curl_seek_callback value);
CURLcode ccurl_set_progress_callback(CURL *handle, curl_xferinfo_callback value);
CURLcode ccurl_set_close_callback(CURL *handle, curl_closesocket_callback value);
CURLcode ccurl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value);

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line);
void ccurl_slist_free_all(struct curl_slist *list);

CURLU *ccurl_url(void);
CURLU *ccurl_url_dup(const CURLU *url);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_get(const CURLU *url, CURLUPart part, char **value, unsigned int flags);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *value, unsigned int flags);
const char *ccurl_url_strerror(CURLUcode code);

time_t ccurl_getdate(const char *text);
void ccurl_free(void *memory);
