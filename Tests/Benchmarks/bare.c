// The least that a libuv + llhttp server can do: parse each request, answer with the same bytes, keep the connection.
//
//     cc -O2 -o bare bare.c -I/usr/share/include/llhttp /usr/share/llhttp/{llhttp,api,http}.c -luv
//     ./bare 8080 station.json
#include <llhttp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { RESPONSE_LIMIT = 4096, READ_LENGTH = 64 * 1024, PIPELINE_LIMIT = 64 };

typedef struct {
    uv_tcp_t tcp;
    llhttp_t parser;
    unsigned int answers; // complete requests of this read
} connection_t;

typedef struct {
    uv_write_t request;
    char bytes[];
} rest_t;

static char response[RESPONSE_LIMIT];
static size_t response_length;
static char read_buffer[READ_LENGTH];
static llhttp_settings_t settings;

// The same fields as Hypermock's answer has; the body is a file without its last line feed.
static int make_response(const char *path) {
    char body[RESPONSE_LIMIT / 2];
    FILE *file = fopen(path, "rb");
    if (file == NULL) return -1;
    size_t length = fread(body, 1, sizeof body, file);
    fclose(file);
    if (length > 0 && body[length - 1] == '\n') length -= 1;
    int head = snprintf(response, sizeof response,
        "HTTP/1.1 200 OK\r\n"
        "Content-Type: application/hal+json\r\n"
        "Matched-Stub-Name: station\r\n"
        "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
        "Content-Length: %zu\r\n"
        "\r\n",
        length);
    memcpy(response + head, body, length);
    response_length = (size_t)head + length;
    return 0;
}

static int on_message_complete(llhttp_t *parser) {
    ((connection_t *)parser->data)->answers += 1;
    return 0;
}

static void on_close(uv_handle_t *handle) {
    free(handle->data);
}

static void close_connection(connection_t *connection) {
    if (!uv_is_closing((uv_handle_t *)&connection->tcp)) uv_close((uv_handle_t *)&connection->tcp, on_close);
}

static void on_written(uv_write_t *request, int status) {
    connection_t *connection = request->handle->data;
    free(request);
    if (status != 0) close_connection(connection);
}

static void write_rest(connection_t *connection, const char *bytes, size_t length) {
    rest_t *rest = malloc(sizeof *rest + length);
    if (rest == NULL) return close_connection(connection);
    memcpy(rest->bytes, bytes, length);
    uv_buf_t buffer = uv_buf_init(rest->bytes, length);
    if (uv_write(&rest->request, (uv_stream_t *)&connection->tcp, &buffer, 1, on_written) == 0) return;
    free(rest);
    close_connection(connection);
}

static void answer(connection_t *connection) {
    static char output[PIPELINE_LIMIT * RESPONSE_LIMIT];
    while (connection->answers > 0) {
        unsigned int count = connection->answers < PIPELINE_LIMIT ? connection->answers : PIPELINE_LIMIT;
        connection->answers -= count;
        for (unsigned int i = 0; i < count; i++) memcpy(output + i * response_length, response, response_length);
        size_t length = (size_t)count * response_length;
        uv_buf_t buffer = uv_buf_init(output, length);
        int written = uv_try_write((uv_stream_t *)&connection->tcp, &buffer, 1);
        if (written == UV_EAGAIN) written = 0;
        if (written < 0) return close_connection(connection);
        if ((size_t)written < length) write_rest(connection, output + written, length - written);
    }
}

static void on_allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    (void)handle, (void)suggested;
    *buffer = uv_buf_init(read_buffer, sizeof read_buffer);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
    connection_t *connection = stream->data;
    if (count == 0) return;
    if (count < 0) return close_connection(connection);
    if (llhttp_execute(&connection->parser, buffer->base, count) != HPE_OK) return close_connection(connection);
    answer(connection);
}

static void on_connection(uv_stream_t *listener, int status) {
    if (status != 0) return;
    connection_t *connection = calloc(1, sizeof *connection);
    if (connection == NULL) return;
    uv_tcp_init(listener->loop, &connection->tcp);
    connection->tcp.data = connection;
    if (uv_accept(listener, (uv_stream_t *)&connection->tcp) != 0) return close_connection(connection);
    uv_tcp_nodelay(&connection->tcp, 1);
    llhttp_init(&connection->parser, HTTP_REQUEST, &settings);
    connection->parser.data = connection;
    uv_read_start((uv_stream_t *)&connection->tcp, on_allocate, on_read);
}

int main(int count, char **arguments) {
    uv_loop_t *loop = uv_default_loop();
    uv_tcp_t listener;
    struct sockaddr_in address;
    if (count != 3 || make_response(arguments[2]) != 0) {
        fprintf(stderr, "usage: bare PORT BODY-FILE\n");
        return 2;
    }
    llhttp_settings_init(&settings);
    settings.on_message_complete = on_message_complete;
    uv_tcp_init(loop, &listener);
    uv_ip4_addr("127.0.0.1", atoi(arguments[1]), &address);
    if (uv_tcp_bind(&listener, (const struct sockaddr *)&address, 0) != 0
        || uv_listen((uv_stream_t *)&listener, 1024, on_connection) != 0) {
        fprintf(stderr, "cannot listen\n");
        return 1;
    }
    return uv_run(loop, UV_RUN_DEFAULT);
}
