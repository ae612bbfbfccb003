// The minimum work of a libuv + nghttp2 server: send the same head and body for each request, without TLS.
//
//     cc -O2 -o bare-http2 bare-http2.c -lnghttp2 -luv
//     ./bare-http2 8080 station.json
#include "bare.h"
#include <nghttp2/nghttp2.h>

enum { OUTPUT_LENGTH = 256 * 1024 };

typedef struct {
    uv_tcp_t tcp;
    nghttp2_session *session;
} connection_t;

static char body_digits[16];
static nghttp2_session_callbacks *callbacks;

#define FIELD(name, value, length) \
    { (uint8_t *)(name), (uint8_t *)(value), sizeof(name) - 1, (length), \
      NGHTTP2_NV_FLAG_NO_COPY_NAME | NGHTTP2_NV_FLAG_NO_COPY_VALUE }
#define CONSTANT(name, value) FIELD(name, value, sizeof(value) - 1)

static void on_close(uv_handle_t *handle) {
    connection_t *connection = handle->data;
    nghttp2_session_del(connection->session);
    free(connection);
}

static ssize_t read_body(nghttp2_session *session, int32_t stream, uint8_t *into, size_t capacity, uint32_t *flags,
                         nghttp2_data_source *source, void *owner) {
    (void)session, (void)stream, (void)owner;
    size_t offset = (size_t)source->fd, left = body_length - offset, count = left < capacity ? left : capacity;
    memcpy(into, body + offset, count);
    source->fd += (int)count;
    if (count == left) *flags |= NGHTTP2_DATA_FLAG_EOF;
    return (ssize_t)count;
}

// The same fields as Hypermock's response has.
static int on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *owner) {
    (void)owner;
    if (!(frame->hd.flags & NGHTTP2_FLAG_END_STREAM)) return 0;
    if (frame->hd.type != NGHTTP2_HEADERS && frame->hd.type != NGHTTP2_DATA) return 0;
    nghttp2_nv fields[] = {
        CONSTANT(":status", "200"),
        CONSTANT("content-type", "application/hal+json"),
        CONSTANT("matched-stub-name", "station"),
        CONSTANT("date", "Sun, 06 Nov 1994 08:49:37 GMT"),
        FIELD("content-length", body_digits, strlen(body_digits)),
    };
    nghttp2_data_provider provider = {.source.fd = 0, .read_callback = read_body};
    return nghttp2_submit_response(session, frame->hd.stream_id, fields, sizeof fields / sizeof *fields, &provider);
}

static int on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name, size_t name_length,
                     const uint8_t *value, size_t value_length, uint8_t flags, void *owner) {
    (void)session, (void)frame, (void)name, (void)name_length;
    (void)value, (void)value_length, (void)flags, (void)owner;
    return 0;
}

// One write for the frames of all streams.
static void drain(connection_t *connection) {
    static char output[OUTPUT_LENGTH];
    size_t used = 0;
    const uint8_t *frame;
    ssize_t count;
    while ((count = nghttp2_session_mem_send(connection->session, &frame)) > 0) {
        if (used + count > sizeof output) {
            send_bytes(&connection->tcp, output, used);
            used = 0;
        }
        memcpy(output + used, frame, count);
        used += count;
    }
    if (used > 0) send_bytes(&connection->tcp, output, used);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
    connection_t *connection = stream->data;
    if (count == 0) return;
    if (count < 0 || nghttp2_session_mem_recv(connection->session, (uint8_t *)buffer->base, count) < 0) {
        return close_stream(&connection->tcp);
    }
    drain(connection);
}

static void on_connection(uv_stream_t *listener, int status) {
    if (status != 0) return;
    connection_t *connection = calloc(1, sizeof *connection);
    if (connection == NULL || accept_stream(listener, &connection->tcp, connection) != 0) return;
    nghttp2_settings_entry streams = {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 128};
    int result = nghttp2_session_server_new(&connection->session, callbacks, connection);
    if (result != 0) return close_stream(&connection->tcp);
    nghttp2_submit_settings(connection->session, NGHTTP2_FLAG_NONE, &streams, 1);
    uv_read_start((uv_stream_t *)&connection->tcp, on_allocate, on_read);
}

int main(int count, char **arguments) {
    if (count != 3 || read_body_file(arguments[2]) != 0 || nghttp2_session_callbacks_new(&callbacks) != 0) {
        fprintf(stderr, "usage: bare-http2 PORT BODY-FILE\n");
        return 2;
    }
    snprintf(body_digits, sizeof body_digits, "%zu", body_length);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    return serve(arguments[1], on_connection);
}
