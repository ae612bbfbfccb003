/// A 2xx whose body is not what was asked for.
public struct Undecodable: Sendable, CustomStringConvertible {
    /// What is wrong.
    public let failure: DecodingFailure
    /// The response with its body.
    public internal(set) var response: Response

    /// The failure and the response.
    public var description: String {
        "\(failure) in \(response)"
    }
}
