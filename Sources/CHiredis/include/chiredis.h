// The reader of hiredis for RESP, the protocol of Valkey and Redis, without its sockets: bytes in, replies out.
#pragma once
#include <stddef.h>

// Loads the library if it is not loaded yet: 1, or 0 with the reason.
int hypermock_resp_load(char *reason, size_t capacity);

// A reader, or null without memory.
void *hypermock_resp_reader(void);
void hypermock_resp_free_reader(void *reader);

// Takes bytes over: 1, or 0 without memory.
int hypermock_resp_feed(void *reader, const char *bytes, size_t count);

// The next reply: 1; 0 if it is incomplete; -1 if the bytes are not RESP.
int hypermock_resp_next(void *reader, void **reply);
void hypermock_resp_free(void *reply);

enum hypermock_resp_kind {
    hypermock_resp_bytes,
    hypermock_resp_status,
    hypermock_resp_error,
    hypermock_resp_integer,
    hypermock_resp_array,
    hypermock_resp_none,
};

enum hypermock_resp_kind hypermock_resp_kind(const void *reply);
long long hypermock_resp_integer_of(const void *reply);
const char *hypermock_resp_bytes_of(const void *reply, size_t *count);
size_t hypermock_resp_count(const void *reply);
const void *hypermock_resp_element(const void *reply, size_t index);
