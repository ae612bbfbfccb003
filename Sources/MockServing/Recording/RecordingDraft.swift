import HAL
import HTTPServing
import Messages
import Mocking
import Recordings
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Makes mappings of entries of the journal, on another thread than the loop.
struct RecordingDraft: Sendable {
    /// The mappings of a recording, and the problems with it.
    struct Recording: Sendable {
        var mappings: [CompiledInteraction] = []
        var warnings: [WireMockProblem] = []
    }

    private let specification: RecordSpecification
    private let reader: WireMockReader
    /// The folder for files; nil: there is none.
    private let folder: StubFolder?
    /// Whether secrets are kept as they are.
    var keepsSecrets = false

    init(_ specification: RecordSpecification, reader: WireMockReader, folder: StubFolder?) {
        self.specification = specification
        self.reader = reader
        self.folder = folder
    }

    /// The recording of entries in their order; `missed` requests have left the journal.
    func recording(
        of entries: [JournalEntry],
        at place: RequestPlace,
        _ kept: ForwardedExchanges,
        missed: Int
    ) -> Recording {
        let wanted = entries.filter { entry in
            specification.identifiers?.contains(entry.id) ?? true && (entry.isForwarded || specification.includesOthers)
        }
        let found = kept.exchanges(of: wanted.lazy.filter(\.isForwarded).map(\.id))
        var exchanges: [Exchange] = []
        var lost = missed
        for entry in wanted {
            if !entry.isForwarded {
                exchanges.append(Exchange(entry, at: place))
            } else if let exchange = found[entry.id] {
                exchanges.append(Exchange(exchange, at: place))
            } else {
                lost += 1
            }
        }
        var recording = made(of: exchanges)
        if lost > 0 {
            let reason = "they have no response of the other server, or the journal or the recording is full"
            let message = "not recorded: \(lost) requests; \(reason)"
            recording.warnings.append(WireMockProblem(pointer: nil, message: message))
        }
        return recording
    }

    private func made(of exchanges: [Exchange]) -> Recording {
        var form = specification.mappings
        form.keepsSecrets = keepsSecrets
        var recording = Recording()
        if folder == nil, form.longestText != nil || form.longestBytes != nil {
            (form.longestText, form.longestBytes) = (nil, nil)
            let message = "ignored: bodies are kept in the mappings, since this address has no folder for files"
            recording.warnings.append(WireMockProblem(pointer: "/extractBodyCriteria", message: message))
        }
        var made = Self.mappings(form, exchanges)
        if !write(made.compactMap(\.file)) {
            let message = "the folder for files cannot be written: bodies are kept in the mappings"
            recording.warnings.append(WireMockProblem(pointer: "/extractBodyCriteria", message: message))
            (form.longestText, form.longestBytes) = (nil, nil)
            made = Self.mappings(form, exchanges)
        }
        var invalid = 0
        for var mapping in made {
            if specification.isPersistent, folder != nil { mapping.content["persistent"] = true }
            guard let interaction = interaction(mapping.content) else {
                invalid += 1
                continue
            }
            recording.mappings.append(CompiledInteraction(interaction))
        }
        if invalid > 0 {
            let message = "not recorded: \(invalid) requests whose mappings would not be valid"
            recording.warnings.append(WireMockProblem(pointer: nil, message: message))
        }
        return recording
    }

    private static func mappings(_ form: MappingSpecification, _ exchanges: [Exchange]) -> [RecordedMapping] {
        MappingsGenerator(form).mappings(of: exchanges) { UUID().uuidString.lowercased() }
    }

    /// Writes the body files, before mappings that refer to them are read; returns false if that fails.
    private func write(_ files: [(name: String, bytes: [UInt8])]) -> Bool {
        do throws(AdminError) {
            for file in files { try folder?.write(file.bytes, to: file.name) }
            return true
        } catch {
            return false
        }
    }

    /// The interaction of a mapping; a body that cannot be compared as the recorder wanted is compared as it is.
    private func interaction(_ content: JSONObject) -> Interaction? {
        if let reading = try? reader.mapping(JSONValue.object(content).serializedBytes()) { return reading.value }
        guard var request = content["request"]?.object, let pattern = request["bodyPatterns"]?.array?.first?.object,
            let text = (pattern["equalToXml"] ?? pattern["equalToJson"])?.string
        else { return nil }
        var content = content
        request["bodyPatterns"] = [["equalTo": .string(text)]]
        content["request"] = .object(request)
        return try? reader.mapping(JSONValue.object(content).serializedBytes()).value
    }
}

extension Exchange {
    /// The largest body of a response after decompression, in bytes.
    private static let largestBody = ForwardedExchanges.mostBytes

    /// An exchange with another server; the codings of its body are removed if that is possible.
    fileprivate init(_ kept: ForwardedExchanges.Kept, at place: RequestPlace) {
        var response = kept.response
        if let decoded = ContentCoding.decoded(response.body, response.fields, limit: Self.largestBody) {
            response.body = decoded
            response.fields.removeAll { $0.name.lowercased() == "content-encoding" }
        }
        self.init(
            Request(kept.request, at: place),
            Response(
                response.status,
                fields: response.fields.map { FieldLine($0.name, $0.value) },
                body: response.body
            )
        )
    }

    /// A request to which the mock server responded itself.
    fileprivate init(_ entry: JournalEntry, at place: RequestPlace) {
        self.init(
            Request(entry.request, at: place),
            entry.definition.map { Response($0) } ?? Response(entry.status)
        )
    }
}

extension Exchange.Request {
    /// Precedes the paths of requests, which alone are recorded.
    private static let anyOrigin = "http://localhost"

    fileprivate init(_ request: Messages.Request, at place: RequestPlace) {
        let target = place.url(of: request)
        self.init(
            request.methodText,
            Self.anyOrigin + (target.hasPrefix("/") ? target : "/" + target),
            fields: request.fields.map { field in
                FieldLine(
                    String(decoding: request.head[field.name], as: UTF8.self),
                    String(decoding: request.head[field.value], as: UTF8.self)
                )
            },
            body: request.body
        )
    }
}
