import HAL

/// The end of a call before its content becomes a model.
///
/// Independent of the type of the model, so that the code up to here is compiled once and not generic.
enum Arrival: Sendable {
    /// The final response, and the reason why a redirect was not followed.
    case response(Response, redirection: Redirection.Reason, location: String?)
    /// A resource embedded in the response to another call.
    case embedded(Resource, base: String, in: Response)
    case undecodable(Undecodable)
    case failure(ConnectionFailure)
}
