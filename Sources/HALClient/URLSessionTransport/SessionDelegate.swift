#if os(Linux)
    #if URLSessionOnLinux
        import Foundation  // NSObject
        import FoundationEssentials
        import FoundationNetworking
    #endif
#else
    import Foundation
#endif

#if !os(Linux) || URLSessionOnLinux
    /// Forwards the events of a session to their exchange; does not follow redirects or answer challenges.
    final class SessionDelegate: NSObject, URLSessionDataDelegate {
        private let exchanges = Locked<[Int: SessionExchange]>([:])
        #if !os(Linux)
            private let trust: ServerTrust
            private let clientCredential: URLCredential?
        #endif

        init(_ configuration: TransportConfiguration) {
            #if !os(Linux)
                trust = ServerTrust(configuration)
                clientCredential = configuration.clientCertificate?.credential
            #endif
        }

        func add(_ exchange: SessionExchange) {
            exchanges.withLock { $0[exchange.task.taskIdentifier] = exchange }
        }

        private func exchange(_ task: URLSessionTask) -> SessionExchange? {
            exchanges.withLock { $0[task.taskIdentifier] }
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            #if os(Linux)
                // Any other disposition hangs or traps on Linux; the exchange handles a 401 that ends like this.
                exchange(task)?.challenge()
                completionHandler(.cancelAuthenticationChallenge, nil)
            #else
                switch challenge.protectionSpace.authenticationMethod {
                case NSURLAuthenticationMethodServerTrust:
                    let verdict = trust.verdict(on: challenge.protectionSpace.serverTrust)
                    if let reason = verdict.reason { exchange(task)?.reject(reason) }
                    completionHandler(verdict.disposition, verdict.credential)
                case NSURLAuthenticationMethodClientCertificate:
                    let disposition: URLSession.AuthChallengeDisposition =
                        clientCredential == nil ? .performDefaultHandling : .useCredential
                    completionHandler(disposition, clientCredential)
                default:
                    completionHandler(.rejectProtectionSpace, nil)
                }
            #endif
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didSendBodyData bytesSent: Int64,
            totalBytesSent: Int64,
            totalBytesExpectedToSend: Int64
        ) {
            exchange(task)?.sent(
                Int(clamping: totalBytesSent),
                isAll: totalBytesExpectedToSend >= 0 && totalBytesSent >= totalBytesExpectedToSend
            )
        }

        func urlSession(
            _ session: URLSession,
            dataTask: URLSessionDataTask,
            didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            guard let response = response as? HTTPURLResponse, exchange(dataTask)?.take(response) == true else {
                return completionHandler(.cancel)
            }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            guard let exchange = exchange(dataTask), !exchange.take(data) else { return }
            dataTask.cancel()
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.end(error)
        }
    }
#endif
