import HAL
import HTTPTypes
import Scenarios

/// An interaction as its file has it: the part that replies and the journal refer to.
///
/// Apart from what is compiled of it, so that an entry of the journal keeps no rendered response alive.
final class InteractionSource: Sendable {
    let definition: Interaction
    /// Whether it belongs to one request, as that of a static file does.
    let isForOneRequest: Bool

    init(_ definition: Interaction, isForOneRequest: Bool = false) {
        self.definition = definition
        self.isForOneRequest = isForOneRequest
    }

    /// What a source that belongs to one request is counted as.
    static let costForOneRequest = 1536

    /// The bytes that it takes in memory, about.
    var cost: Int {
        let pattern = definition.request.wireMockJSON.serializedBytes().count
        let responses = definition.responses.responses.reduce(0) { $0 + Self.cost(of: $1) }
        return 2048 + 4 * pattern + responses + (definition.metadata?.memory ?? 0)
    }

    /// A part of a template takes about so many bytes.
    private static let bytesPerExpression = 256

    /// How many expressions its texts have, about.
    private static func expressions(in response: ResponseDefinition) -> Int {
        let body: String =
            switch response.body {
            case .text(let text): text
            case .json(let value): value.serialized()
            case .none, .bytes: ""
            }
        return ([body] + response.fields.map(\.value)).reduce(0) { sum, text in
            sum + text.utf8.count { $0 == UInt8(ascii: "{") } / 2 + 1
        }
    }

    private static func cost(of response: ResponseDefinition) -> Int {
        let body =
            switch response.body {
            case .none: 0
            case .text(let text): text.utf8.count
            case .json(let value): value.memory
            case .bytes(let bytes): bytes.count
            }
        let template = response.template == nil ? 0 : body + bytesPerExpression * expressions(in: response)
        let fields = response.fields.reduce(0) { $0 + 96 + $1.value.utf8.count }
        return 512 + body + template + fields + (response.raw?.count ?? 0)
            + (response.transformerParameters?.memory ?? 0)
    }
}

extension JSONValue {
    /// The bytes that the value's parts take besides the value itself, about.
    fileprivate var memory: Int {
        switch self {
        case .null, .bool: 0
        case .number(let number): number.literal.memory
        case .string(let text): text.memory
        case .array(let elements): elements.reduce(48) { $0 + MemoryLayout<JSONValue>.stride + $1.memory }
        case .object(let object):
            object.members.reduce(48) { sum, member in
                sum + MemoryLayout<JSONObject.Member>.stride + member.name.memory + member.value.memory
            }
        }
    }
}

extension String {
    /// Short texts have no memory of their own.
    fileprivate var memory: Int { utf8.count > 15 ? utf8.count + 48 : 0 }
}

/// Interactions that are served no more, and are in memory only because entries of the journal refer to them.
struct RetiredSources {
    private struct Share {
        let cost: Int
        var references: Int
    }

    /// What all of them take.
    private(set) var bytes = 0
    private var shares: [ObjectIdentifier: Share] = [:]

    mutating func add(_ source: InteractionSource, references: Int) {
        guard references > 0, shares[ObjectIdentifier(source)] == nil else { return }
        let share = Share(cost: source.cost, references: references)
        shares[ObjectIdentifier(source)] = share
        bytes += share.cost
    }

    /// An entry no longer refers to that interaction.
    @inline(__always)
    mutating func release(_ source: InteractionSource?) {
        guard bytes > 0, let source else { return }
        releaseShare(of: ObjectIdentifier(source))
    }

    private mutating func releaseShare(of identity: ObjectIdentifier) {
        guard var share = shares[identity] else { return }
        share.references -= 1
        shares[identity] = share.references > 0 ? share : nil
        if share.references == 0 { bytes -= share.cost }
    }
}
