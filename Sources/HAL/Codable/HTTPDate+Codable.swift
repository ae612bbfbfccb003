extension HTTPDate: Codable {
    /// Decodes any form of date that ``HTTPDate/Reading`` accepts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = HTTPDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "Expected a date as HTTP writes it."
            )
        }
        self = date
    }

    /// Writes the IMF-fixdate.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
