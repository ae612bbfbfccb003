import HTTPTypes

/// A running call whose progress can be observed and which can be canceled.
///
/// ```swift
/// let transfer = client.start(.download("report.pdf", to: path))
/// for await progress in transfer.progress { print(progress.fraction ?? 0) }
/// print(await transfer.outcome)
/// ```
///
/// Releasing it does not cancel the call.
public struct Transfer<Model: Sendable>: Sendable {
    /// The progress until the end of the call; a slow reader gets only the newest.
    public let progress: AsyncStream<TransferProgress>
    private let task: Task<Outcome<Model>, Never>

    init(_ client: any CallPerforming, _ call: Call<Model>) {
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
            let outcome = await client.perform(call)
            continuation.finish()
            return outcome
        }
    }

    /// The outcome of the call.
    public var outcome: Outcome<Model> {
        get async { await task.value }
    }

    /// Ends the call as a connection failure of the kind `cancelled`; without effect once it has ended.
    public func cancel() {
        task.cancel()
    }
}

extension CallPerforming {
    /// Starts a call whose progress can be observed: an upload, a download, or any other.
    public func start<Model>(_ call: Call<Model>) -> Transfer<Model> {
        Transfer(self, call)
    }
}

/// The progress of a transfer.
public struct TransferProgress: Sendable, Hashable {
    /// The direction of the bytes.
    public enum Direction: String, Sendable, Hashable {
        /// The body of the request: bytes handed to the connection.
        case upload
        /// The body of a successful response: bytes received.
        case download
    }

    /// The direction of the bytes.
    public let direction: Direction
    /// The number of bytes so far; it restarts if the request is sent again, unless a download is resumed.
    public let bytes: Int
    /// The total number of bytes, or nil if it is unknown.
    public let total: Int?

    /// Makes a value.
    public init(direction: Direction, bytes: Int, total: Int?) {
        self.direction = direction
        self.bytes = bytes
        self.total = total
    }

    /// The fraction from 0 to 1, or nil if the total is unknown.
    public var fraction: Double? {
        guard let total else { return nil }
        return total == 0 ? 1 : Double(bytes) / Double(total)
    }
}

/// The progress handler of a call and the file for its response.
final class TransferPlan: Sendable {
    let onProgress: (@Sendable (TransferProgress) -> Void)?
    let file: PartialFile?

    init?(onProgress: (@Sendable (TransferProgress) -> Void)?, file: PartialFile?) {
        guard onProgress != nil || file != nil else { return nil }
        self.onProgress = onProgress
        self.file = file
    }
}

/// Receives the body of one response for a progress handler or a file.
struct ReceivedTransfer: Sendable {
    private let plan: TransferPlan
    private let total: Int?
    private(set) var bytes = 0
    /// The bytes of the file from earlier responses.
    private let earlier: Int

    /// Begins to receive; nil unless the plan applies to responses of that status.
    init?(_ request: TransportRequest, status: Int, fields: HTTPFields) throws {
        guard let plan = request.transfer, (200...299).contains(status) else { return nil }
        self.plan = plan
        try plan.file?.begin(status, fields, url: request.url, ofRange: request.fields[.range] != nil)
        let earlier = plan.file?.size ?? 0
        self.earlier = earlier
        // Compressed bodies are counted after decompression, so that their length is unknown.
        let length = fields[.contentEncoding] == nil ? fields[.contentLength].flatMap { Int($0) } : nil
        total = length.map { $0 + earlier }
    }

    /// Whether the bytes are written to a file instead of memory.
    var isStored: Bool { plan.file != nil }

    mutating func take(_ part: some Collection<UInt8>) throws {
        try plan.file?.write(part)
        bytes += part.count
        plan.onProgress?(TransferProgress(direction: .download, bytes: earlier + bytes, total: total))
    }
}
