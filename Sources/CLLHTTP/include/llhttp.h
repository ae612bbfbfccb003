// The system's llhttp, under the name by which its own sources include it.
// Debian and Ubuntu ship header and sources in `node-llhttp`; Homebrew and newer releases ship a library.
#ifndef HYPERMOCK_LLHTTP_H
#define HYPERMOCK_LLHTTP_H

#if __has_include("/usr/share/include/llhttp/llhttp.h")
#include "/usr/share/include/llhttp/llhttp.h"
#else
#include_next <llhttp.h>
#endif

#endif
