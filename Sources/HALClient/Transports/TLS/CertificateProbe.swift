#if os(Linux)
    import HAL
    import NIOCore
    import NIOPosix
    import NIOSSL

    /// Reads the certificates of a server, after they were rejected, to find the reason.
    ///
    /// The second handshake ends when the certificates have arrived: the client sends no request, no client certificate
    /// and no other credentials.
    enum CertificateProbe {
        /// The reason why the certificates of a server are rejected; `other` if they do not arrive in time.
        static func reason(of origin: Origin?, timeout: TimeAmount) async -> ConnectionFailure.TLSReason {
            guard let origin, let port = origin.port else { return .other }
            let host = origin.host.hasPrefix("[") ? String(origin.host.dropFirst().dropLast()) : origin.host
            guard let chain = try? await certificates(host: host, port: port, timeout: timeout) else { return .other }
            return ConnectionFailure.TLSReason(ofRejected: chain, at: .now())
        }

        private static func certificates(
            host: String,
            port: Int,
            timeout: TimeAmount
        ) async throws -> [NIOSSLCertificate] {
            let loop = MultiThreadedEventLoopGroup.singleton.any()
            let context = try NIOSSLContext(configuration: configuration)
            let isAddress = (try? SocketAddress(ipAddress: host, port: port)) != nil
            let promise = loop.makePromise(of: [NIOSSLCertificate].self)
            let timer = loop.scheduleTask(in: timeout) { promise.fail(ChannelError.connectTimeout(timeout)) }
            ClientBootstrap(group: loop)
                .connectTimeout(timeout)
                .channelInitializer { channel in
                    // A promise ignores all results but the first.
                    channel.closeFuture.whenComplete { _ in promise.fail(ChannelError.eof) }
                    promise.futureResult.whenComplete { _ in channel.close(promise: nil) }
                    return channel.eventLoop.makeCompletedFuture {
                        let handler = try NIOSSLClientHandler(
                            context: context,
                            serverHostname: isAddress ? nil : host,
                            customVerificationCallback: { chain, verdict in
                                promise.succeed(chain)
                                verdict.succeed(.failed)
                            }
                        )
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                }
                .connect(host: host, port: port)
                .whenFailure { promise.fail($0) }
            return try await withTaskCancellationHandler {
                defer { timer.cancel() }
                return try await promise.futureResult.get()
            } onCancel: {
                promise.fail(CancellationError())
            }
        }

        /// Without the trust of the system, which takes long to load: the certificates are only read.
        private static var configuration: TLSConfiguration {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .certificates([])
            configuration.applicationProtocols = ["h2", "http/1.1"]
            return configuration
        }
    }

    extension ConnectionFailure.TLSReason {
        /// The reason why a chain was rejected, the certificate of the server first.
        init(ofRejected chain: [NIOSSLCertificate], at time: WallTime) {
            let path = Self.path(chain)
            let now = Int(time.sinceEpoch.components.seconds)
            if path.contains(where: { Int($0.certificate.notValidAfter) < now }) {
                self = .expired
            } else if path.contains(where: { Int($0.certificate.notValidBefore) > now }) {
                self = .notYetValid
            } else {
                self = path.first?.names.isSelfIssued == true ? .selfSigned : .untrusted
            }
        }

        /// The certificate of the server and those that signed it; other certificates in a chain are ignored.
        private static func path(
            _ chain: [NIOSSLCertificate]
        ) -> [(certificate: NIOSSLCertificate, names: CertificateSubject)] {
            var path: [(certificate: NIOSSLCertificate, names: CertificateSubject)] = []
            for certificate in chain {
                guard let der = try? certificate.toDERBytes(), let names = CertificateSubject(der: der) else { break }
                guard path.last.map({ $0.names.issuer == names.subject }) ?? true else { continue }
                path.append((certificate, names))
            }
            return path
        }
    }
#endif
