#!/bin/sh
# Installs the C libraries that Hypermock builds with; does nothing where they are there.
set -eu

is_installed() {
    for prefix in /usr /usr/local /opt/homebrew /usr/local/opt/openssl@3 /opt/homebrew/opt/openssl@3; do
        if [ -e "$prefix/include/$1" ] || [ -e "$prefix/share/include/$1" ]; then return 0; fi
    done
    return 1
}

# Its headers are in a folder of their own, on macOS in that of the SDK.
has_libxml2() {
    is_installed libxml2/libxml/parser.h || [ "$(uname)" = Darwin ]
}

# zlib is async-http-client's, and part of every macOS.
has_all() {
    is_installed uv.h && is_installed yaml.h && is_installed pcre2.h \
        && is_installed openssl/ssl.h && is_installed nghttp2/nghttp2.h && is_installed hiredis/hiredis.h && has_libxml2 \
        && { is_installed llhttp/llhttp.h || is_installed llhttp.h; } \
        && { is_installed zlib.h || [ "$(uname)" = Darwin ]; }
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; return; fi
    if command -v sudo >/dev/null; then sudo "$@"; return; fi
    echo "install-dependencies: needs root or sudo to run: $*" >&2
    exit 3
}

install_with_apt() {
    export DEBIAN_FRONTEND=noninteractive
    as_root apt-get update -qq
    # `node-llhttp` has header and sources of the parser; releases without it have the library.
    llhttp=node-llhttp
    apt-cache show "$llhttp" >/dev/null 2>&1 || llhttp=libllhttp-dev
    as_root apt-get install -y -qq --no-install-recommends libuv1-dev libyaml-dev libpcre2-dev zlib1g-dev \
        libssl-dev libnghttp2-dev libhiredis-dev libxml2-dev \
        "$llhttp" >/dev/null
}

if has_all; then exit 0; fi

if command -v apt-get >/dev/null; then
    install_with_apt
elif command -v brew >/dev/null; then
    brew install --quiet libuv llhttp libyaml pcre2 libnghttp2 hiredis openssl@3
else
    echo "install-dependencies: neither apt-get nor brew is here; install libuv, llhttp, libyaml, PCRE2, OpenSSL 3, nghttp2, libxml2, hiredis and zlib by hand" >&2
    exit 3
fi

if ! has_all; then
    echo "install-dependencies: libuv, llhttp, libyaml, PCRE2, OpenSSL 3, nghttp2, libxml2, hiredis and zlib were installed, but their headers are not where they should be" >&2
    exit 3
fi
