import Messages
import Mocking
import Valkey

/// Replies of a store, and requests of a shared journal: never a trap, and the same replies in pieces.
enum RESPTarget {
    static func take(_ bytes: [UInt8]) {
        let whole = replies(bytes, pieces: max(1, bytes.count))
        let cut = replies(bytes, pieces: max(1, bytes.count / 50))
        precondition(whole.replies == cut.replies && whole.isValid == cut.isValid, "in pieces")
        guard let received = JournaledRequest(bytes) else { return }
        let written = JournaledRequest.bytes(of: received.request, bodyLimit: .max)
        guard let again = JournaledRequest(written) else { preconditionFailure("not readable") }
        precondition(again.request.head == received.request.head, "head")
        precondition(again.request.target == received.request.target, "target")
        precondition(again.request.fields == received.request.fields, "fields")
        precondition(again.request.body == received.request.body, "body")
    }

    private static func replies(_ bytes: [UInt8], pieces size: Int) -> (replies: [StoreReply], isValid: Bool) {
        var replies: [StoreReply] = []
        do throws(StoreError) {
            let reader = try RESPReader()
            for start in stride(from: 0, to: bytes.count, by: size) {
                try reader.feed(bytes.span.extracting(start..<min(bytes.count, start + size))) { replies.append($0) }
            }
            return (replies, true)
        } catch {
            precondition(error.kind != .library, "no hiredis")
            return (replies, false)
        }
    }
}
