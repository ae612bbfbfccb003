// Shared by bare.c and bare-http2.c: the body, reading, writing, and listening on loopback.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { BODY_LIMIT = 2048, READ_LENGTH = 64 * 1024 };

typedef struct {
    uv_write_t request;
    char bytes[];
} rest_t;

static char body[BODY_LIMIT];
static size_t body_length;

// Frees a connection; each program has its own.
static void on_close(uv_handle_t *handle);

static void close_stream(uv_tcp_t *tcp) {
    if (!uv_is_closing((uv_handle_t *)tcp)) uv_close((uv_handle_t *)tcp, on_close);
}

static void on_written(uv_write_t *request, int status) {
    uv_tcp_t *tcp = (uv_tcp_t *)request->handle;
    free(request);
    if (status != 0) close_stream(tcp);
}

// Writes what the system accepts at once, and the rest from a copy.
static void send_bytes(uv_tcp_t *tcp, char *bytes, size_t length) {
    uv_buf_t buffer = uv_buf_init(bytes, length);
    int written = uv_try_write((uv_stream_t *)tcp, &buffer, 1);
    if (written == UV_EAGAIN) written = 0;
    if (written < 0) return close_stream(tcp);
    if ((size_t)written == length) return;
    rest_t *rest = malloc(sizeof *rest + length - written);
    if (rest == NULL) return close_stream(tcp);
    memcpy(rest->bytes, bytes + written, length - written);
    buffer = uv_buf_init(rest->bytes, length - written);
    if (uv_write(&rest->request, (uv_stream_t *)tcp, &buffer, 1, on_written) == 0) return;
    free(rest);
    close_stream(tcp);
}

static void on_allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    static char bytes[READ_LENGTH];
    (void)handle, (void)suggested;
    *buffer = uv_buf_init(bytes, sizeof bytes);
}

// Accepts a connection whose data is `owner`, and which `owner` contains.
static int accept_stream(uv_stream_t *listener, uv_tcp_t *tcp, void *owner) {
    uv_tcp_init(listener->loop, tcp);
    tcp->data = owner;
    if (uv_accept(listener, (uv_stream_t *)tcp) != 0) {
        close_stream(tcp);
        return -1;
    }
    uv_tcp_nodelay(tcp, 1);
    return 0;
}

// Reads the body from a file, without its last line feed.
static int read_body_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return -1;
    body_length = fread(body, 1, sizeof body, file);
    fclose(file);
    if (body_length > 0 && body[body_length - 1] == '\n') body_length -= 1;
    return 0;
}

// Serves until the process is killed; returns the exit code.
static int serve(const char *port, uv_connection_cb on_connection) {
    uv_loop_t *loop = uv_default_loop();
    uv_tcp_t listener;
    struct sockaddr_in address;
    uv_tcp_init(loop, &listener);
    uv_ip4_addr("127.0.0.1", atoi(port), &address);
    if (uv_tcp_bind(&listener, (const struct sockaddr *)&address, 0) != 0
        || uv_listen((uv_stream_t *)&listener, 1024, on_connection) != 0) {
        fprintf(stderr, "cannot listen\n");
        return 1;
    }
    return uv_run(loop, UV_RUN_DEFAULT);
}
