// OpenSSL, linked where `CTLS` does not load it.
#include <openssl/ssl.h>
