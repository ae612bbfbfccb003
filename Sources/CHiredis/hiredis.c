#define _GNU_SOURCE
#include "chiredis.h"
#include <hiredis/hiredis.h>
#include <pthread.h>
#include <stdio.h>
#if defined(__linux__) && !defined(HYPERMOCK_STATIC)
#include <dlfcn.h>
#define HYPERMOCK_RESP_IS_LOADED_LATE 1
#endif

#define FUNCTIONS(X) X(redisReaderCreate) X(redisReaderFree) X(redisReaderFeed) X(redisReaderGetReply) X(freeReplyObject)

static struct {
#define FIELD(name) __typeof__(&name) name;
    FUNCTIONS(FIELD)
#undef FIELD
} hiredis;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;
static char failure[256];

// More than any reply to the commands that are sent; an array is allocated before its elements arrive.
enum { most_elements = 1 << 16 };
static redisReplyObjectFunctions functions;
static __typeof__(functions.createArray) create_any_array;

#if HIREDIS_MAJOR == 0
static void *create_array(const redisReadTask *task, int count) {
    return count < 0 || count > most_elements ? NULL : create_any_array(task, count);
}
#else
static void *create_array(const redisReadTask *task, size_t count) {
    return count > most_elements ? NULL : create_any_array(task, count);
}
#endif

#ifdef HYPERMOCK_RESP_IS_LOADED_LATE
#define TEXT_OF(token) #token
#define TEXT(token) TEXT_OF(token)
// The structures of the library's versions differ, so that only the version of the headers will do.
#define LIBRARY "libhiredis.so." TEXT(HIREDIS_SONAME)

static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *reason = dlerror();
        snprintf(failure, sizeof failure, "%s", reason ? reason : LIBRARY ": cannot be loaded");
        return;
    }
#define LOAD(name) \
    if ((*(void **)&hiredis.name = dlsym(library, #name)) == NULL) { \
        snprintf(failure, sizeof failure, LIBRARY ": has no function %s", #name); \
        return; \
    }
    FUNCTIONS(LOAD)
#undef LOAD
    is_loaded = 1;
}
#else
static void load(void) {
#define LINK(name) hiredis.name = name;
    FUNCTIONS(LINK)
#undef LINK
    is_loaded = 1;
}
#endif

static void prepare(void) {
    load();
    redisReader *reader = is_loaded ? hiredis.redisReaderCreate() : NULL;
    if (reader == NULL) {
        is_loaded = 0;
        return;
    }
    functions = *reader->fn;
    create_any_array = functions.createArray;
    functions.createArray = create_array;
    hiredis.redisReaderFree(reader);
}

int hypermock_resp_load(char *reason, size_t capacity) {
    pthread_once(&once, prepare);
    if (!is_loaded) snprintf(reason, capacity, "%s", failure[0] ? failure : "hiredis has no memory left");
    return is_loaded;
}

void *hypermock_resp_reader(void) {
    redisReader *reader = hiredis.redisReaderCreate();
    if (reader != NULL) reader->fn = &functions;
    return reader;
}

void hypermock_resp_free_reader(void *reader) {
    hiredis.redisReaderFree(reader);
}

int hypermock_resp_feed(void *reader, const char *bytes, size_t count) {
    return hiredis.redisReaderFeed(reader, bytes, count) == REDIS_OK;
}

int hypermock_resp_next(void *reader, void **reply) {
    *reply = NULL;
    if (hiredis.redisReaderGetReply(reader, reply) != REDIS_OK) return -1;
    return *reply != NULL;
}

void hypermock_resp_free(void *reply) {
    hiredis.freeReplyObject(reply);
}

enum hypermock_resp_kind hypermock_resp_kind(const void *reply) {
    switch (((const redisReply *)reply)->type) {
    case REDIS_REPLY_STRING: return hypermock_resp_bytes;
    case REDIS_REPLY_STATUS: return hypermock_resp_status;
    case REDIS_REPLY_ERROR: return hypermock_resp_error;
    case REDIS_REPLY_INTEGER: return hypermock_resp_integer;
    case REDIS_REPLY_ARRAY: return hypermock_resp_array;
    default: return hypermock_resp_none;
    }
}

long long hypermock_resp_integer_of(const void *reply) {
    return ((const redisReply *)reply)->integer;
}

const char *hypermock_resp_bytes_of(const void *reply, size_t *count) {
    *count = (size_t)((const redisReply *)reply)->len;
    return ((const redisReply *)reply)->str;
}

size_t hypermock_resp_count(const void *reply) {
    return ((const redisReply *)reply)->elements;
}

const void *hypermock_resp_element(const void *reply, size_t index) {
    return ((const redisReply *)reply)->element[index];
}
