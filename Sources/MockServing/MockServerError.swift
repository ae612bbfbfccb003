import UV

/// Why a mock server does not start.
public struct MockServerError: Error, Sendable, CustomStringConvertible {
    /// The kind of a failure.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// Scenario files are wrong.
        public static let scenarios = Code("scenarios")
        /// The port cannot be listened on.
        public static let listening = Code("listening")

        /// The code's name.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }
    }

    /// The kind of the failure.
    public let code: Code
    /// What is wrong and how to mend it; for scenario files every problem with its file, line and column.
    public let description: String
    /// What caused it, if it was not a file.
    public let underlyingError: (any Error)?

    package init(_ code: Code, _ description: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.description = description
        self.underlyingError = underlyingError
    }
}

extension MockServerError {
    /// The port is taken or not allowed, or the address is not of this machine.
    static func cannotListen(_ configuration: MockServerConfiguration, _ error: any Error) -> MockServerError {
        let place = "\(configuration.host), port \(configuration.port)"
        let advice = advice(configuration, error)
        return MockServerError(.listening, "cannot listen on \(place): \(error)\(advice)", underlyingError: error)
    }

    private static func advice(_ configuration: MockServerConfiguration, _ error: any Error) -> String {
        if let error = error as? UVError, error.isAddressNotAvailable {
            let addresses = NetworkInterfaces.addresses.joined(separator: ", ")
            return "; --bind accepts the addresses of this machine: \(addresses), or 0.0.0.0 and :: for all of them"
        }
        return configuration.port == 0 ? "" : "; another port is chosen with --port, and --port 0 takes a free one"
    }
}
