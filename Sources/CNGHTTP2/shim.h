// nghttp2, and a limit that older versions have only where a distribution has patched them (CVE-2023-44487).
#include <nghttp2/nghttp2.h>
#include <stdint.h>

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
