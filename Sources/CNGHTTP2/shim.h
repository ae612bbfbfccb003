// nghttp2, and a limit that older versions have only where a distribution has patched them (CVE-2023-44487).
#include <nghttp2/nghttp2.h>
#include <stdint.h>
#include <stdlib.h>

#pragma weak nghttp2_option_set_stream_reset_rate_limit
extern void nghttp2_option_set_stream_reset_rate_limit(nghttp2_option *option, uint64_t burst, uint64_t rate);

#pragma weak nghttp2_option_set_max_continuations
extern void nghttp2_option_set_max_continuations(nghttp2_option *option, size_t count);

// Allows so many CONTINUATION frames after HEADERS, if this nghttp2 can limit them (CVE-2024-28182).
static inline void hypermock_limit_continuations(nghttp2_option *option, size_t count) {
    if (nghttp2_option_set_max_continuations != 0) nghttp2_option_set_max_continuations(option, count);
}

// Allows a client to reset so many streams at once, and so many a second; 0 if this nghttp2 cannot limit them.
static inline int hypermock_limit_stream_resets(nghttp2_option *option, uint64_t burst, uint64_t rate) {
    if (nghttp2_option_set_stream_reset_rate_limit == 0) return 0;
    nghttp2_option_set_stream_reset_rate_limit(option, burst, rate);
    return 1;
}

// Reports frames of all types that RFC 9113 does not define; otherwise nghttp2 ignores them silently.
static inline void hypermock_receive_all_types(nghttp2_option *option) {
    for (int type = NGHTTP2_CONTINUATION + 1; type <= UINT8_MAX; type++) {
        nghttp2_option_set_user_recv_extension_type(option, (uint8_t)type);
    }
}

// The memory of the frame that is sent, 16 KiB, for all sessions of a loop: a frame is used before another session makes one.
typedef struct {
    void *start;
    size_t size;
} hypermock_frame_memory;

// What a session has of it.
typedef struct {
    hypermock_frame_memory *memory;
    int is_used;
} hypermock_frame_block;

static inline void hypermock_free_frame_memory(hypermock_frame_memory *memory) {
    free(memory->start);
}

static inline void *hypermock_allocate(size_t size, void *owner) {
    hypermock_frame_block *block = (hypermock_frame_block *)owner;
    hypermock_frame_memory *memory = block->memory;
    if (size < 16384 || block->is_used) return malloc(size);
    if (memory->start == NULL) {
        memory->start = malloc(size);
        memory->size = size;
    }
    if (memory->start == NULL || size > memory->size) return malloc(size);
    block->is_used = 1;
    return memory->start;
}

static inline void hypermock_deallocate(void *start, void *owner) {
    hypermock_frame_block *block = (hypermock_frame_block *)owner;
    if (start == NULL || start != block->memory->start) return free(start);
    block->is_used = 0;
}

static inline void *hypermock_allocate_zeroed(size_t count, size_t size, void *owner) {
    (void)owner;
    return calloc(count, size);
}

static inline void *hypermock_reallocate(void *start, size_t size, void *owner) {
    hypermock_frame_block *block = (hypermock_frame_block *)owner;
    if (start == NULL) return hypermock_allocate(size, owner);
    if (start != block->memory->start) return realloc(start, size);
    void *moved = malloc(size);
    if (moved == NULL) return NULL;
    __builtin_memcpy(moved, start, size < block->memory->size ? size : block->memory->size);
    hypermock_deallocate(start, owner);
    return moved;
}

// Makes a server's session; `block` lives as long as the session.
static inline int hypermock_server_session(nghttp2_session **session, const nghttp2_session_callbacks *callbacks,
                                           void *owner, const nghttp2_option *option, hypermock_frame_block *block) {
    nghttp2_mem memory = {block, hypermock_allocate, hypermock_deallocate, hypermock_allocate_zeroed,
                          hypermock_reallocate};
    return nghttp2_session_server_new3(session, callbacks, owner, option, &memory);
}
