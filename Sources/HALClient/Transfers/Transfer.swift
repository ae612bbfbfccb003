/// A call that is under way and can be watched and ended.
///
/// ```swift
/// let transfer = client.start(.download("report.pdf", to: path))
/// for await progress in transfer.progress { print(progress.fraction ?? 0) }
/// print(await transfer.outcome)
/// ```
///
/// Letting go of it does not end the call.
public struct Transfer<Model: Sendable>: Sendable {
    /// How far it has come, as long as it goes on; who reads slowly gets the newest alone.
    public let progress: AsyncStream<TransferProgress>
    private let task: Task<Outcome<Model>, Never>

    init(_ executor: any CallExecutor, _ call: Call<Model>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        var call = call
        let onProgress = call.options.onProgress
        call.options.onProgress = { progress in
            onProgress?(progress)
            continuation.yield(progress)
        }
        progress = stream
        task = Task { [call] in
            let outcome = await executor.perform(call)
            continuation.finish()
            return outcome
        }
    }

    /// How the call ended.
    public var outcome: Outcome<Model> {
        get async { await task.value }
    }

    /// Ends the call as a connection failure of the kind `cancelled`; without effect once it has ended.
    public func cancel() {
        task.cancel()
    }
}

extension CallExecutor {
    /// Starts a call whose progress can be watched: an upload, a download, or any other.
    public func start<Model>(_ call: Call<Model>) -> Transfer<Model> {
        Transfer(self, call)
    }
}
