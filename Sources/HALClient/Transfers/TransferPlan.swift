import HTTPTypes

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
