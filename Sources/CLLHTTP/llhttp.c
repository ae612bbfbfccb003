// Compiles the system's copy of llhttp's llhttp.c where there is one; elsewhere the library is linked.
#if __has_include("/usr/share/llhttp/llhttp.c")
// First, because the source asks for the mode before it includes the header.
#include "llhttp.h"
#include "/usr/share/llhttp/llhttp.c"
#endif
