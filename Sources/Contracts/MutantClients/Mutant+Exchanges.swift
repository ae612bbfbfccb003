import HAL
import HALClient
import HTTPTypes
import Scenarios
import URITemplates

extension Mutant {
    /// Faults in single exchanges: fields that the client adds, requests that it repeats, and bytes that it misreads.
    static let exchangeFaults: [Mutant] = [
        .receiving("gzip-not-decoded", "compressed responses are requested, and not decoded") { response in
            response.fields[.contentEncoding] == "gzip" ? Array("\u{1F}compressed".utf8) : response.body
        },
        .receiving("charset-ignored", "bodies are read as ISO-8859-1") { response in
            Array(String(String.UnicodeScalarView(response.body.map { Unicode.Scalar($0) })).utf8)
        },
        .receiving("nan-accepted", "NaN is read as a JSON value") { response in
            response.body.replacing(Array("NaN".utf8), with: Array("null".utf8))
        },
        .receiving("trailing-text-accepted", "text after a JSON value is ignored") { response in
            guard response.body.first == UInt8(ascii: "{"), let end = response.body.lastIndex(of: UInt8(ascii: "}"))
            else { return response.body }
            return Array(response.body[...end])
        },
        .exchanging("cookies-sent-everywhere", "each cookie is sent with all later requests") {
            request,
            memory,
            send throws(ConnectionFailure) in
            var request = request
            let cookies = memory.all.joined(separator: "; ")
            if !cookies.isEmpty { request.fields[.cookie] = cookies }
            let response = try await send(request)
            for line in response.fields[values: .setCookie] {
                let pair = String(line.prefix { $0 != ";" })
                memory[String(pair.prefix { $0 != "=" })] = pair
            }
            return response
        },
        .exchanging("conditions-added", "responses are validated, and not stored") {
            request,
            memory,
            send throws(ConnectionFailure) in
            var request = request
            if request.method == .get, request.fields[.ifNoneMatch] == nil, let tag = memory[request.url] {
                request.fields[.ifNoneMatch] = tag
            }
            let response = try await send(request)
            memory[request.url] = response.fields[.eTag]
            return response
        },
        Mutant("request-repeated-later", "a request is sent again after the last step", repeatsLastCall: true),
        .sending("fragment-sent", "the fragment is sent with the path") { call, _ in
            guard case .url(let url) = call.target else { return }
            call.target = .url(url.replacing("#", with: "%23"))
        },
        .sending("braces-expanded", "braces are expanded in links that are not templates") { call, earlier in
            guard case .follow(let link, let source) = call.target, !link.variables.isEmpty,
                let target = earlier(source)?.relations.first(where: { $0.name == link.relation })?.target,
                target.hasPrefix("http")
            else { return }
            let text = target.replacing("%7B", with: "{").replacing("%7D", with: "}")
            guard let template = try? URITemplate(text),
                let expanded = try? template.expand(URITemplate.Variables(link.variables))
            else { return }
            call.target = .url(expanded)
        },
    ]

    /// A fault in an exchange.
    private static func exchanging(
        _ name: String,
        _ summary: String,
        _ exchange: @escaping ExchangeFault.Exchange
    ) -> Mutant {
        Mutant(name, summary, exchange: exchange)
    }

    /// A fault in the body that the client reads.
    private static func receiving(
        _ name: String,
        _ summary: String,
        _ body: @escaping @Sendable (TransportResponse) -> [UInt8]
    ) -> Mutant {
        exchanging(name, summary) { request, _, send throws(ConnectionFailure) in
            let response = try await send(request)
            return TransportResponse(
                request: response.request,
                status: response.status,
                fields: response.fields,
                body: body(response),
                receivedAt: response.receivedAt
            )
        }
    }
}
