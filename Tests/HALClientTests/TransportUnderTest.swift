import HALClient

/// The transports that this platform has; the same tests run over all of them.
enum TransportUnderTest: String, Sendable, CaseIterable {
    #if os(Linux)
        case asyncHTTPClient
    #endif
    #if !os(Linux) || URLSessionOnLinux
        case urlSession
    #endif

    var transport: any Transport {
        switch self {
        #if os(Linux)
            case .asyncHTTPClient: AsyncHTTPClientTransport.shared
        #endif
        #if !os(Linux) || URLSessionOnLinux
            case .urlSession: URLSessionTransport.shared
        #endif
        }
    }

    func client(_ configuration: HypermediaClient.Configuration = HypermediaClient.Configuration()) -> HypermediaClient
    {
        HypermediaClient(configuration: configuration, transport: transport)
    }
}
