#pragma once
#include <curl/curl.h>
#include <fcntl.h>

// `curl_easy_setopt` and `curl_easy_getinfo` take arguments of any type, which Swift cannot call. Here is one function for
// each type that is used.

static inline CURLcode tessera_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode tessera_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode tessera_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode tessera_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

// Copies the body; its size has to come first.
static inline CURLcode tessera_curl_set_body(CURL *handle, const void *bytes, curl_off_t count) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, count);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, (const char *)bytes) : code;
}

typedef size_t (*tessera_curl_data_function)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode tessera_curl_set_data_function(
    CURL *handle, CURLoption option, tessera_curl_data_function function) {
  return curl_easy_setopt(handle, option, function);
}

static inline CURLcode tessera_curl_set_progress_function(CURL *handle, curl_xferinfo_callback function) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
}

static inline int tessera_curl_close_on_exec(void *context, curl_socket_t socket, curlsocktype purpose) {
  (void)context;
  (void)purpose;
  return fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 ? CURL_SOCKOPT_OK : CURL_SOCKOPT_ERROR;
}

// Keeps sockets from programs that this process starts.
static inline CURLcode tessera_curl_set_close_on_exec(CURL *handle) {
  return curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, tessera_curl_close_on_exec);
}

static inline CURLcode tessera_curl_get_socket(CURL *handle, curl_socket_t *socket) {
  return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, socket);
}

static inline CURLcode tessera_curl_get_certificates(CURL *handle, struct curl_certinfo **chain) {
  return curl_easy_getinfo(handle, CURLINFO_CERTINFO, chain);
}

static inline CURLMcode tessera_curl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}
