#if os(Linux)
    #if URLSessionOnLinux
        import FoundationNetworking
    #endif
#else
    import Foundation
    import Network
#endif

#if !os(Linux) || URLSessionOnLinux
    extension URLSessionConfiguration {
        /// Sets the proxy; returns the reason why a session cannot use the configuration, or nil if it can.
        func apply(_ configuration: TransportConfiguration) -> UnsupportedConfiguration? {
            #if os(Linux)
                let unsupported: [(String, Bool)] = [
                    ("trust", configuration.trust != .system),
                    ("clientCertificate", configuration.clientCertificate != nil),
                    ("allowInvalidCertificates", configuration.allowInvalidCertificates),
                    ("proxy", configuration.proxy != nil),
                ]
                return unsupported.first(where: \.1).map { name, _ in
                    UnsupportedConfiguration(description: "URLSessionTransport does not support \(name) on Linux")
                }
            #else
                guard let proxy = configuration.proxy else { return nil }
                guard let port = UInt16(exactly: proxy.port).flatMap(NWEndpoint.Port.init(rawValue:)) else {
                    return UnsupportedConfiguration(description: "\(proxy.port) is not a valid port of a proxy")
                }
                var settings = ProxyConfiguration(
                    httpCONNECTProxy: .hostPort(host: NWEndpoint.Host(proxy.host), port: port)
                )
                if let authorization = proxy.authorization {
                    guard let (user, password) = authorization.userAndPassword else {
                        let reason = "URLSessionTransport supports only Basic, not \(authorization.scheme), for proxies"
                        return UnsupportedConfiguration(description: reason)
                    }
                    settings.applyCredential(username: user, password: password)
                }
                proxyConfigurations = [settings]
                return nil
            #endif
        }
    }
#endif

#if !os(Linux)
    extension Authorization {
        /// The credentials of the scheme Basic, RFC 7617; nil for other schemes.
        fileprivate var userAndPassword: (user: String, password: String)? {
            let parts = fieldValue?.split(separator: " ", maxSplits: 1) ?? []
            guard parts.count == 2, parts[0].lowercased() == "basic",
                let data = Data(base64Encoded: String(parts[1]))
            else { return nil }
            let text = String(decoding: data, as: UTF8.self).split(
                separator: ":",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            return text.count == 2 ? (String(text[0]), String(text[1])) : nil
        }
    }
#endif
