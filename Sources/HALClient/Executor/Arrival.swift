import HAL

/// What a call has come to before anything of it becomes a model.
///
/// Nothing up to here depends on the type of the model, so that it is compiled once and not looked up in each call.
enum Arrival: Sendable {
    /// The last response, and why it is the last if it is a redirection.
    case response(Response, redirection: Redirection.Reason, location: String?)
    /// A resource that the response to another call had in it.
    case embedded(Resource, base: String, in: Response)
    case undecodable(Undecodable)
    case failure(ConnectionFailure)
}
