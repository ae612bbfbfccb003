import Support

/// One request on a connection of its own.
enum Exchange {
    static func get(_ path: String, port: Int, fields: String = "") async throws -> RawResponse {
        let client = try await RawClient(port: port)
        try await client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields)Connection: close\r\n\r\n")
        return try await client.readResponse()
    }

    static func send(_ method: String, _ path: String, port: Int, body: String = "") async throws -> RawResponse {
        let client = try await RawClient(port: port)
        let head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(body.utf8.count)\r\n"
        try await client.send(head + "Connection: close\r\n\r\n" + body)
        return try await client.readResponse(toHEAD: method == "HEAD")
    }
}
