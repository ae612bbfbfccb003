#if os(Linux)
    #if URLSessionOnLinux
        import FoundationEssentials
    #endif
#else
    import Foundation
#endif

#if !os(Linux) || URLSessionOnLinux
    /// A streamed body in a temporary file, for a session that sends files alone.
    struct SpooledBody: Sendable {
        private let file: PartialFile

        /// Nil if the body is not streamed.
        init?(_ request: Request) async throws(ConnectionFailure) {
            guard let stream = request.stream else { return nil }
            do {
                file = try PartialFile(FileManager.default.temporaryDirectory.path + "/upload")
                for try await part in stream.parts() {
                    try Task.checkCancellation()
                    try file.write(part)
                }
            } catch {
                let kind: ConnectionFailure.Kind = error is CancellationError ? .cancelled : .other
                throw ConnectionFailure(kind, underlying: error, request: request)
            }
        }

        /// Where it is until it is removed.
        var path: String { file.partialPath }

        /// Removes the file.
        func remove() {
            file.discard()
        }
    }
#endif
