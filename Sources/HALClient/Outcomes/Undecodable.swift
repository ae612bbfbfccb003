/// A 2xx with a body that cannot be decoded as requested.
public struct Undecodable: Sendable, CustomStringConvertible {
    /// A description of the problem.
    public let failure: DecodingFailure
    /// The response with its body.
    public internal(set) var response: Response

    /// The failure and the response.
    public var description: String {
        "\(failure) in \(response)"
    }
}
