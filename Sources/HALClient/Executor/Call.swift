public import HTTPTypes

/// A call as a value: method, target, content, and the serializer of the response.
public struct Call<Model: Sendable>: Sendable {
    /// The method.
    public var method: HTTPRequest.Method
    /// The URI or link.
    public var target: Target
    /// The body to send, or nil.
    public var content: Content?
    /// Decodes the response.
    public var serializer: any Serializer<Model>
    /// The options of this call.
    public var options: RequestOptions
    /// The path of the file for the body of the response, or nil if it becomes a model.
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

    /// Makes a call whose response is HAL and becomes a model.
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
