import HAL

/// Reads the JSON text of a body.
enum JSONBody {
    /// Parses the body; a byte order mark is skipped, and Latin-1 is accepted if `Content-Type` declares it.
    static func value(of response: Response, limits: JSONLimits) throws(DecodingFailure) -> JSONValue {
        do {
            return try JSONValue(parsing: text(of: response), limits: limits)
        } catch {
            let code: DecodingFailure.Code =
                switch error.code {
                case .syntax, .encoding, .duplicateKey: .syntax
                case .tooDeep, .tooLarge: .tooLarge
                }
            throw DecodingFailure(code, "\(error)", underlying: error)
        }
    }

    /// The problem details of a body of the media type `application/problem+json`, RFC 9457.
    static func problem(of response: Response) -> ProblemDetails? {
        guard response.mediaType?.essence == MediaType.problem.essence,
            let value = try? JSONValue(parsing: text(of: response), limits: JSONLimits(bytes: 1 << 20))
        else { return nil }
        return ProblemDetails(value)
    }

    private static func text(of response: Response) -> [UInt8] {
        guard let charset = response.mediaType?.parameter("charset")?.lowercased(),
            ["iso-8859-1", "latin1"].contains(charset)
        else {
            return response.body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(response.body.dropFirst(3)) : response.body
        }
        return response.body.flatMap { byte in Array(String(Unicode.Scalar(byte)).utf8) }
    }
}
