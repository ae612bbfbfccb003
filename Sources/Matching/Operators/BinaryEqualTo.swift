import Documents
internal import HAL

/// `binaryEqualTo`: the bytes of a body.
struct BinaryEqualTo: Operator {
    static let keys: [OperatorKey] = [
        .key(
            "binaryEqualTo",
            .text,
            "The bytes of the body, in Base64.",
            example: "binaryEqualTo: iVBORw0KGgo="
        )
    ]

    let bytes: [UInt8]

    static func read(_ source: OperatorSource) -> Matcher? {
        source.reader.base64(source.node, source.quoted).map { Matcher(BinaryEqualTo(bytes: $0)) }
    }

    var name: String { "binaryEqualTo" }
    var operand: JSONValue { .string(Base64.encode(bytes)) }
    var sentence: String { "exactly these \(bytes.count) bytes" }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        value.bytes.map { $0 == bytes } ?? value.text?.utf8.elementsEqual(bytes) ?? false
    }
}
