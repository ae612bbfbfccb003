public import HTTPTypes

/// A call as a value: what to ask for, of whom, and what its answer should become.
public struct Call<Model: Sendable>: Sendable {
    /// The method.
    public var method: HTTPRequest.Method
    /// The URI or link.
    public var target: Target
    /// The body to send, or nil.
    public var content: Content?
    /// What the answer becomes.
    public var serializer: any Serializer<Model>
    /// What is special about this call.
    public var options: RequestOptions
    /// Where the body of the answer goes, or nil if it becomes a model.
    var destination: String?

    /// Makes a call with any method and any serializer.
    public init(
        _ method: HTTPRequest.Method,
        _ target: Target,
        content: Content? = nil,
        serializer: any Serializer<Model>,
        options: RequestOptions = RequestOptions()
    ) {
        self.method = method
        self.target = target
        self.content = content
        self.serializer = serializer
        self.options = options
    }

    /// Makes a call whose answer is HAL and becomes a model.
    public init(
        _ method: HTTPRequest.Method,
        _ target: Target,
        content: Content? = nil,
        as type: Model.Type = Model.self,
        options: RequestOptions = RequestOptions()
    ) where Model: Decodable {
        self.init(method, target, content: content, serializer: HALSerializer(type), options: options)
    }
}
