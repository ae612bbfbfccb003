import HAL
import HTTPTypes
import Matching
import Scenarios

/// An interaction as it is in its file, the part that replies and the journal refer to.
///
/// Separate from the compiled interaction, so that an entry of the journal does not retain rendered responses.
final class InteractionSource: Sendable {
    let definition: Interaction
    /// The scenario that it is from; empty outside of one.
    let slug: String
    /// Whether it was created for one request, as for a static file.
    let isForOneRequest: Bool

    init(_ definition: Interaction, slug: String = "", isForOneRequest: Bool = false) {
        self.definition = definition
        self.slug = slug
        self.isForOneRequest = isForOneRequest
    }

    /// The cost of a source that was created for one request, in bytes.
    static let costForOneRequest = 1536

    /// The approximate size in memory, in bytes.
    var cost: Int {
        let pattern = definition.request.wireMockJSON.serializedBytes().count
        let responses = definition.responses.responses.reduce(0) { $0 + Self.cost(of: $1) }
        return 2048 + 4 * pattern + responses + (definition.metadata?.memory ?? 0)
    }

    /// The approximate size of a template's expression, in bytes.
    private static let bytesPerExpression = 256

    /// The approximate number of expressions in the texts.
    private static func expressions(in response: ResponseDefinition) -> Int {
        let body: String =
            switch response.body {
            case .text(let text): text
            case .json(let value): value.serialized()
            case .none, .bytes, .file: ""
            }
        return ([body] + response.fields.map(\.value)).reduce(0) { sum, text in
            sum + text.utf8.count { $0 == UInt8(ascii: "{") } / 2 + 1
        }
    }

    private static func cost(of response: ResponseDefinition) -> Int {
        let body =
            switch response.body {
            case .none, .file: 0
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
    /// The approximate size of the value's parts, in bytes, without the value itself.
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
    /// The size outside of the string itself; short strings have none.
    fileprivate var memory: Int { utf8.count > 15 ? utf8.count + 48 : 0 }
}

/// Interactions that are no longer served, and are in memory only because entries of the journal refer to them.
struct RetiredSources {
    private struct Share {
        let cost: Int
        var references: Int
    }

    /// The approximate size of all of them, in bytes.
    private(set) var bytes = 0
    private var shares: [ObjectIdentifier: Share] = [:]

    mutating func add(_ source: InteractionSource, references: Int) {
        guard references > 0, shares[ObjectIdentifier(source)] == nil else { return }
        let share = Share(cost: source.cost, references: references)
        shares[ObjectIdentifier(source)] = share
        bytes += share.cost
    }

    /// Removes one reference of an entry to an interaction.
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
