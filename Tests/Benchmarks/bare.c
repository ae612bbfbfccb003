// The minimum work of a libuv + llhttp server: parse each request, send the same bytes, keep the connection.
//
//     cc -O2 -o bare bare.c -I/usr/share/include/llhttp /usr/share/llhttp/{llhttp,api,http}.c -luv
//     ./bare 8080 station.json
#include "bare.h"
#include <llhttp.h>

enum { RESPONSE_LIMIT = 4096, PIPELINE_LIMIT = 64 };

typedef struct {
    uv_tcp_t tcp;
    llhttp_t parser;
    unsigned int answers; // complete requests of this read
} connection_t;

static char response[RESPONSE_LIMIT];
static size_t response_length;
static llhttp_settings_t settings;

// The same fields as Hypermock's response has.
static void make_response(void) {
    int head = snprintf(response, sizeof response,
        "HTTP/1.1 200 OK\r\n"
        "Content-Type: application/hal+json\r\n"
        "Matched-Stub-Name: station\r\n"
        "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
        "Content-Length: %zu\r\n"
        "\r\n",
        body_length);
    memcpy(response + head, body, body_length);
    response_length = (size_t)head + body_length;
}

static int on_message_complete(llhttp_t *parser) {
    ((connection_t *)parser->data)->answers += 1;
    return 0;
}

static void on_close(uv_handle_t *handle) {
    free(handle->data);
}

static void answer(connection_t *connection) {
    static char output[PIPELINE_LIMIT * RESPONSE_LIMIT];
    while (connection->answers > 0) {
        unsigned int count = connection->answers < PIPELINE_LIMIT ? connection->answers : PIPELINE_LIMIT;
        connection->answers -= count;
        for (unsigned int i = 0; i < count; i++) memcpy(output + i * response_length, response, response_length);
        send_bytes(&connection->tcp, output, count * response_length);
    }
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
    connection_t *connection = stream->data;
    if (count == 0) return;
    if (count < 0 || llhttp_execute(&connection->parser, buffer->base, count) != HPE_OK) {
        return close_stream(&connection->tcp);
    }
    answer(connection);
}

static void on_connection(uv_stream_t *listener, int status) {
    if (status != 0) return;
    connection_t *connection = calloc(1, sizeof *connection);
    if (connection == NULL || accept_stream(listener, &connection->tcp, connection) != 0) return;
    llhttp_init(&connection->parser, HTTP_REQUEST, &settings);
    connection->parser.data = connection;
    uv_read_start((uv_stream_t *)&connection->tcp, on_allocate, on_read);
}

int main(int count, char **arguments) {
    if (count != 3 || read_body_file(arguments[2]) != 0) {
        fprintf(stderr, "usage: bare PORT BODY-FILE\n");
        return 2;
    }
    make_response();
    llhttp_settings_init(&settings);
    settings.on_message_complete = on_message_complete;
    return serve(arguments[1], on_connection);
}
