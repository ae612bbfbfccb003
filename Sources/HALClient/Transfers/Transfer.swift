import HTTPTypes

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

/// How far a transfer has come.
public struct TransferProgress: Sendable, Hashable {
    /// Which way the bytes go.
    public enum Direction: String, Sendable, Hashable {
        /// The body of the request; the bytes that have been handed to the connection.
        case upload
        /// The body of an answer of success; the bytes that have arrived.
        case download
    }

    /// Which way the bytes go.
    public let direction: Direction
    /// How many there have been; it starts again if the request is sent again.
    public let bytes: Int
    /// How many there will be, or nil if nobody has said.
    public let total: Int?

    /// Makes a value.
    public init(direction: Direction, bytes: Int, total: Int?) {
        self.direction = direction
        self.bytes = bytes
        self.total = total
    }

    /// From 0 to 1, or nil if the total is not known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total == 0 ? 1 : Double(bytes) / Double(total)
    }
}

/// What happens to the bytes of a call on their way: who is told of them, and the file that they go to.
final class TransferPlan: Sendable {
    let onProgress: (@Sendable (TransferProgress) -> Void)?
    let file: PartialFile?

    init?(onProgress: (@Sendable (TransferProgress) -> Void)?, file: PartialFile?) {
        guard onProgress != nil || file != nil else { return nil }
        self.onProgress = onProgress
        self.file = file
    }
}

/// The way of one response's body, as far as it is not simply kept.
struct ReceivedTransfer: Sendable {
    private let plan: TransferPlan
    private let total: Int?
    private(set) var bytes = 0

    /// Nil unless the plan concerns answers of that status.
    init?(_ plan: TransferPlan?, status: Int, fields: HTTPFields) throws {
        guard let plan, (200...299).contains(status) else { return nil }
        self.plan = plan
        // What is packed is counted unpacked, so that its length says nothing.
        total = fields[.contentEncoding] == nil ? fields[.contentLength].flatMap { Int($0) } : nil
        try plan.file?.restart()
    }

    /// Whether the bytes go to a file, and are not kept.
    var isStored: Bool { plan.file != nil }

    mutating func take(_ part: some Collection<UInt8>) throws {
        try plan.file?.write(part)
        bytes += part.count
        plan.onProgress?(TransferProgress(direction: .download, bytes: bytes, total: total))
    }
}
