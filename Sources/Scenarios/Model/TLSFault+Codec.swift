import Documents
import HAL
import Messages

extension TLSFault {
    /// `tls` of a scenario: one fault of a TLS server, under the key of its subject.
    static let codec = ObjectCodec(
        "scenarioTLS",
        "'tls'",
        Draft(),
        KeyTable.Options(
            synonyms: ["cert": "certificate", "version": "protocol", "effect": faultKey, "alert": faultKey],
            exclusive: [KeyGroup(keys.map(\.entry.name), isRequired: true)]
        ),
        keys: keys
    )
    .codec {
        $0.fault
    } from: {
        Draft(fault: $0)
    }

    /// The object before its key is read.
    struct Draft: Sendable {
        var fault: TLSFault?
    }

    private static let faultKey = "fault"

    private static let keys: [Key<Draft>] = [
        Key(
            "certificate",
            \.fault,
            .faults(allCases.filter(\.isOfCertificate).map { ($0.rawValue, $0) }),
            "The fault of the server's certificate.",
            example: "certificate: expired"
        ),
        Key(
            "clientCertificate",
            \.fault,
            .faults([("required", .clientCertificateRequired), ("requested", .clientCertificateRequested)]),
            "Whether the server requires a valid client certificate, or requests one, which is optional, and accepts any.",
            example: "clientCertificate: required"
        ),
        Key(
            "protocol",
            \.fault,
            .faults([("1.1", .oldProtocol)]),
            "The newest version of TLS that the server supports.",
            example: "protocol: '1.1'"
        ),
        Key(
            faultKey,
            \.fault,
            .faults((allCases.filter(\.endsHandshakes) + [.truncated]).map { ($0.rawValue, $0) }),
            "The response to a ClientHello; `truncated`: the handshake succeeds, and every response ends before its last byte.",
            example: "fault: reset"
        ),
    ]
}

extension Codec where Value == TLSFault {
    /// One of some faults, by a name for each.
    fileprivate static func faults(_ faults: [(name: String, fault: TLSFault)]) -> Codec {
        let names = faults.map(\.name)
        return Codec(shape: .choice(names)) { reader, node, key in
            let name = reader.word(node, key, among: names)
            return faults.first { $0.name == name }?.fault
        } write: { fault in
            faults.first { $0.fault == fault }.map { .string($0.name) }
        }
    }
}
