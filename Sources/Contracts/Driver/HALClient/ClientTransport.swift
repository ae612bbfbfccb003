package import HALClient

/// What brings the requests of this package's client.
package enum ClientTransport: String, Sendable, CaseIterable {
    case asyncHTTPClient = "async-http-client"
    case urlSession = "url-session"

    /// Those that were compiled in, the platform's own first.
    package static var available: [ClientTransport] { allCases.filter { $0.shared != nil } }

    /// Nil when it was not compiled in.
    package var shared: (any Transport)? {
        switch self {
        case .asyncHTTPClient:
            #if os(Linux)
                return AsyncHTTPClientTransport.shared
            #else
                return nil
            #endif
        case .urlSession:
            #if !os(Linux) || URLSessionOnLinux
                return URLSessionTransport.shared
            #else
                return nil
            #endif
        }
    }

    /// What brings it in where it is not.
    package var remedy: String {
        switch self {
        case .asyncHTTPClient: "it is there on Linux alone"
        case .urlSession: "the package trait URLSessionOnLinux brings it in: swift build --traits URLSessionOnLinux"
        }
    }
}
