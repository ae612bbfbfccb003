import Documents
import HAL
import Matching
import Messages
import Scenarios
import URITemplates

/// The request as templates see it, with WireMock's names.
struct RequestModel {
    let value: TemplateValue

    init(_ facts: DecodedRequest, id: String, base: LinkBase?, pathTemplate: PathTemplate?) {
        let authority = facts.authority
        let whole = facts.targets[0]
        let path = facts.paths[0]
        let segments = path.split(separator: "/").map { PercentEncoding.decoded($0) }
        let parameters = pathTemplate.flatMap { $0.match(path) } ?? []
        let names = Dictionary(parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let method = String(decoding: facts.request.head[facts.request.method], as: UTF8.self)
        let host = authority.host ?? ""
        let origin = "\(authority.scheme)://\(host)" + (authority.port.map { ":\($0)" } ?? "")
        var line: [String: TemplateValue] = [
            "method": .text(method), "path": .parts(path, segments, names),
            "pathSegments": .parts(path, segments, names),
            "query": .model(Self.values(facts.query)), "scheme": .text(authority.scheme), "host": .text(host),
            "port": authority.port.map { .json(.number(JSONNumber($0))) } ?? .missing,
            "baseUrl": .text(base.map { String(decoding: $0.absolute, as: UTF8.self) } ?? origin),
        ]
        if let security = facts.request.security { line["tls"] = .model(Self.values(security)) }
        let requestLine = TemplateValue.model(line)
        line["requestLine"] = requestLine
        line["id"] = .text(id)
        line["url"] = .text(whole)
        line["headers"] = .fields(Self.headers(of: facts.request))
        line["cookies"] = .model(Self.values(facts.cookies))
        if !facts.request.peer.isEmpty { line["clientIp"] = .text(facts.request.peer) }
        if let parts = facts.parts {
            line["multipart"] = .json(.bool(true))
            line["parts"] = .model(Self.values(parts))
        } else {
            line["multipart"] = .json(.bool(false))
        }
        line["body"] = .text(facts.body ?? "")
        line["bodyAsBase64"] = .text(Base64.encode(facts.request.body))
        value = .model(line)
    }

    private static func values(_ pairs: [DecodedRequest.Pair]) -> [String: TemplateValue] {
        Dictionary(grouping: pairs, by: \.name).mapValues { .values($0.map(\.value)) }
    }

    /// The parts of a multipart form by their names; of several with one name the first.
    private static func values(_ parts: [BodyPart]) -> [String: TemplateValue] {
        let pairs = parts.map { part in
            let headers = Dictionary(grouping: part.fields, by: { $0.name.lowercased() }).mapValues {
                TemplateValue.values($0.map(\.value))
            }
            let name = part.name ?? ""
            let members: [String: TemplateValue] = [
                "name": .text(name), "headers": .fields(headers), "body": .text(String(repairing: part.bytes)),
                "bodyAsBase64": .text(Base64.encode(part.bytes)),
            ]
            return (name, TemplateValue.model(members))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private static func values(_ security: ConnectionSecurity) -> [String: TemplateValue] {
        var values: [String: TemplateValue] = [
            "version": .text(security.version), "cipher": .text(security.cipher),
        ]
        values["sni"] = security.serverName.map { .text($0) }
        values["clientCertificate"] = security.clientSubject.map { .model(["subject": .text($0)]) }
        return values
    }

    /// The header fields by name in lower case.
    private static func headers(of request: Request) -> [String: TemplateValue] {
        let pairs = request.fields.map { field in
            (
                name: String(decoding: request.head[field.name], as: UTF8.self).lowercased(),
                value: String(decoding: request.head[field.value], as: UTF8.self)
            )
        }
        return values(pairs)
    }
}
