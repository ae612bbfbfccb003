/// An array that leaves out the elements that do not decode, and reports them.
///
/// ```swift
/// struct Page: Decodable {
///     var stations: LossyArray<Station>
/// }
/// ```
///
/// Each failure has its place:
///
/// ```swift
/// // /stations/3/price: Expected Double but found a string.
/// for failure in page.stations.failures { print(failure) }
/// ```
public struct LossyArray<Element> {
    /// An element that did not decode.
    public struct Failure: Error, CustomStringConvertible {
        /// The position in the source; the first is 0.
        public let index: Int
        /// The position of the problem as a JSON pointer (RFC 6901) from the decoded value.
        public let pointer: String
        /// A short description of the problem.
        public let message: String
        /// The error of the decoder or of the model.
        public let underlying: any Error

        /// The pointer and the message in one line.
        public var description: String { "\(pointer): \(message)" }
    }

    /// The elements that decoded, in order.
    public private(set) var elements: [Element]
    /// The elements that did not, in order.
    public private(set) var failures: [Failure] = []

    /// Makes an array without failures.
    public init(_ elements: [Element] = []) {
        self.elements = elements
    }

    /// Appends the result of `decode`, or its error.
    mutating func append(_ decode: () throws -> Element) {
        do {
            elements.append(try decode())
        } catch {
            failures.append(Failure(error, at: elements.count + failures.count))
        }
    }
}

extension LossyArray: RandomAccessCollection {
    /// The index of the first element.
    public var startIndex: Int { elements.startIndex }
    /// The index after the last element.
    public var endIndex: Int { elements.endIndex }

    /// The element at an index among those that decoded.
    public subscript(position: Int) -> Element { elements[position] }
}

extension LossyArray: Sendable where Element: Sendable {}

extension LossyArray: Decodable where Element: Decodable {
    /// Decodes an array.
    ///
    /// - Throws: `DecodingError` if the value is not an array.
    public init(from decoder: any Decoder) throws {
        self.init()
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            // Moves on even if the element does not decode.
            let element = try container.superDecoder()
            append { try element.singleValueContainer().decode(Element.self) }
        }
    }
}

extension LossyArray: Encodable where Element: Encodable {
    /// Writes the elements as an array.
    public func encode(to encoder: any Encoder) throws {
        try elements.encode(to: encoder)
    }
}

extension LossyArray.Failure {
    fileprivate init(_ error: any Error, at index: Int) {
        self.index = index
        underlying = error
        guard let (path, message) = (error as? DecodingError)?.place else {
            pointer = ""
            self.message = "\(error)"
            return
        }
        pointer = JSONPointer.text(path.map { $0.intValue.map(String.init) ?? $0.stringValue })
        self.message = message
    }
}

extension DecodingError {
    /// The keys from the root, a missing one included, and the description.
    fileprivate var place: (path: [any CodingKey], message: String)? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context.codingPath, context.debugDescription)
        case .keyNotFound(let key, let context): (context.codingPath + [key], context.debugDescription)
        @unknown default: nil
        }
    }
}
