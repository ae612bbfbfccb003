// The system's llhttp, under the name by which its own sources include it.
// Debian and Ubuntu ship header and sources in `node-llhttp`; Homebrew and newer releases ship a library.
#ifndef HYPERMOCK_LLHTTP_H
#define HYPERMOCK_LLHTTP_H

// llhttp 8 and older has a tolerant mode by default; ours is the strict one, as 9 always is.
#define LLHTTP_STRICT_MODE 1

// NIO brings another llhttp. Swift names its metadata of a C type after the type's tag alone and the linker keeps one
// copy of each, so in a program of both, one would allocate its settings with the size of the other's.
#define llhttp_settings_s hypermock_llhttp_settings_s
#define llhttp__internal_s hypermock_llhttp_internal_s
// And a module that sees both, even through others, is not compiled when their enumerations differ.
#define llhttp_errno hypermock_llhttp_errno
#define llhttp_flags hypermock_llhttp_flags
#define llhttp_lenient_flags hypermock_llhttp_lenient_flags
#define llhttp_type hypermock_llhttp_type
#define llhttp_finish hypermock_llhttp_finish
#define llhttp_method hypermock_llhttp_method
#define llhttp_status hypermock_llhttp_status

#if __has_include("/usr/share/include/llhttp/llhttp.h")
#include "/usr/share/include/llhttp/llhttp.h"
#else
#include_next <llhttp.h>
#endif

#endif
