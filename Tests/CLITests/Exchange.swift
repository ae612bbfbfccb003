import Support

/// One request on a connection of its own.
enum Exchange {
    static func get(_ path: String, port: Int, fields: String = "") throws -> RawResponse {
        let client = try RawClient(port: port)
        try client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields)Connection: close\r\n\r\n")
        return try client.readResponse()
    }
}
