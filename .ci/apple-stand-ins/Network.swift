// The declarations of Apple's Network that HALClient uses.
public import FoundationNetworking

public enum NWEndpoint {
    public struct Host: Sendable {
        public init(_ string: String) {}
    }

    public struct Port: Sendable {
        public init?(rawValue: UInt16) {}
    }

    case hostPort(host: Host, port: Port)
}

public struct ProxyConfiguration: Sendable {
    public init(httpCONNECTProxy: NWEndpoint) {}
    public mutating func applyCredential(username: String, password: String) {}
}

extension URLSessionConfiguration {
    public var proxyConfigurations: [ProxyConfiguration] {
        get { [] }
        set {}
    }
}
