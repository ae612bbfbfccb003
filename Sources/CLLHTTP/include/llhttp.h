// The system's llhttp, under the name by which its own sources include it.
// Debian and Ubuntu ship header and sources in `node-llhttp`; Homebrew and newer releases ship a library.
#ifndef HYPERMOCK_LLHTTP_H
#define HYPERMOCK_LLHTTP_H

// llhttp 8 and older has a tolerant mode by default; ours is the strict one, as 9 always is.
#define LLHTTP_STRICT_MODE 1

#if __has_include("/usr/share/include/llhttp/llhttp.h")
#include "/usr/share/include/llhttp/llhttp.h"
#else
#include_next <llhttp.h>
#endif

#endif
