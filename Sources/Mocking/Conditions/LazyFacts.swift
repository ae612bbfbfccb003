import Messages
import Scenarios

/// Makes the facts of one request when a condition first needs them.
///
/// Not a closure over the request: that would copy it for each request, and most never get here.
struct LazyFacts {
    private var made: DecodedRequest?

    init(_ facts: DecodedRequest? = nil) {
        made = facts
    }

    mutating func of(_ request: Request, _ target: RequestTarget) -> DecodedRequest {
        if let made { return made }
        let facts = DecodedRequest(request, target)
        made = facts
        return facts
    }
}
