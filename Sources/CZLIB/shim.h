#include <zlib.h>

// Both are macros in zlib; 16 more than the size of the window stands for gzip's head and tail (RFC 1952).

static inline int hypermock_deflate_init(z_stream *stream) {
    return deflateInit2(stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
}

static inline int hypermock_inflate_init(z_stream *stream) { return inflateInit2(stream, MAX_WBITS + 16); }

// With or without the head and tail of zlib (RFC 1950).
static inline int hypermock_inflate_zlib_init(z_stream *stream) { return inflateInit2(stream, MAX_WBITS); }
static inline int hypermock_inflate_raw_init(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
