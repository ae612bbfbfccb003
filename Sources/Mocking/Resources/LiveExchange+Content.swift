import HAL
import Scenarios

/// The content of a request that changes a resource (RFC 9110 §8, §14.5, RFC 5789 §2.2).
extension LiveExchange {
    /// A format of patches.
    enum PatchType: String, CaseIterable {
        case merge = "application/merge-patch+json"
        case json = "application/json-patch+json"
    }

    static let patches = PatchType.allCases.map(\.rawValue).joined(separator: ", ")
    private static let json = MediaType.json.essence

    /// Checks the fields of a request whose content is an item.
    func checkContent() throws(LiveRefusal) {
        try checkCoding()
        if request.method == "PUT", request.field(.contentRange) != nil {
            throw LiveRefusal(400, "'Content-Range' is not supported: PUT replaces the whole item, PATCH a part of it")
        }
        guard let text = request.field(.contentType), text != Self.json else { return }
        let type = MediaType(text)
        let isPatch = type.flatMap { PatchType(rawValue: $0.essence) } != nil
        guard isPatch || type?.isJSON != true else { return }
        throw LiveRefusal(
            415,
            isPatch ? "the content must be an item; a patch is for PATCH" : "the content must be JSON",
            fields: [(request.method == "POST" ? "Accept-Post" : "Accept", Self.json)]
        )
    }

    /// The format of a patch.
    func patchType() throws(LiveRefusal) -> PatchType {
        try checkCoding()
        let type = request.field(.contentType).flatMap { MediaType($0) }?.essence
        guard let type = type.flatMap(PatchType.init) else {
            throw LiveRefusal(415, "PATCH accepts \(Self.patches)", fields: [("Accept-Patch", Self.patches)])
        }
        return type
    }

    /// Checks that the content can be read; the server has decompressed gzip.
    private func checkCoding() throws(LiveRefusal) {
        guard let coding = request.field(.contentEncoding)?.lowercased() else { return }
        guard !["gzip", "x-gzip", "identity"].contains(coding) else { return }
        throw LiveRefusal(
            415,
            "the content must not be encoded, or be compressed with gzip",
            fields: [("Accept-Encoding", "gzip, identity")]
        )
    }

    func object() throws(LiveRefusal) -> JSONObject {
        guard case .object(let object) = try json() else {
            throw LiveRefusal(422, "an item is an object", errors: [LiveError(pointer: "", "must be an object")])
        }
        return object
    }

    func json() throws(LiveRefusal) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(parsing: request.body, limits: LiveResource.limits)
        } catch {
            guard error.code != .tooLarge, error.code != .tooDeep else {
                throw LiveRefusal(413, "the content of a request has at most \(LiveResource.limitsText)")
            }
            throw LiveRefusal(400, "the content is not valid JSON: \(error.message)")
        }
    }
}
