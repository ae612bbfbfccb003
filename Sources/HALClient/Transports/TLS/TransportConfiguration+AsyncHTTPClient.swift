#if os(Linux)
    import AsyncHTTPClient
    import NIOSSL

    extension TransportConfiguration {
        /// The TLS configuration: TLS 1.2 and later (RFC 8996).
        var tlsConfiguration: TLSConfiguration {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.minimumTLSVersion = .tlsv12
            // They were valid when they were read.
            let authorities = trust.authorities.compactMap { try? NIOSSLCertificate(bytes: $0.der, format: .der) }
            tls.trustRoots = trust.includesSystem ? .default : .certificates(authorities)
            tls.additionalTrustRoots = trust.includesSystem ? [.certificates(authorities)] : []
            if allowInvalidCertificates { tls.certificateVerification = .none }
            if let clientCertificate {
                tls.certificateChain = clientCertificate.chain.map { .certificate($0) }
                tls.privateKey = .privateKey(clientCertificate.privateKey)
            }
            return tls
        }

        /// The reason why async-http-client cannot use the configuration, or nil if it can.
        var unsupported: UnsupportedConfiguration? {
            guard let authorization = proxy?.authorization, HTTPClient.Authorization(authorization) == nil else {
                return nil
            }
            let schemes = "supports only Basic and Bearer, not \(authorization.scheme), for proxies"
            return UnsupportedConfiguration(description: "AsyncHTTPClientTransport \(schemes)")
        }
    }

    extension HTTPClient.Configuration.Proxy {
        init(_ proxy: TransportConfiguration.Proxy) {
            let authorization = proxy.authorization.flatMap { HTTPClient.Authorization($0) }
            self = .server(host: proxy.host, port: proxy.port, authorization: authorization)
        }
    }

    extension HTTPClient.Authorization {
        /// Nil for a scheme that async-http-client does not send to proxies.
        fileprivate init?(_ authorization: Authorization) {
            let parts = authorization.fieldValue?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
            guard parts.count == 2 else { return nil }
            switch parts[0].lowercased() {
            case "basic": self = .basic(credentials: parts[1])
            case "bearer": self = .bearer(tokens: parts[1])
            default: return nil
            }
        }
    }
#endif
