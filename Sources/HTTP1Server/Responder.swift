/// What answers requests; called on the loop, once for each complete request, in their order.
///
/// The answer is a value; what takes time (delays, pacing, faults) is said in it and done by the connection.
package protocol Responder: AnyObject {
    func respond(to request: consuming Request) -> Response
}
