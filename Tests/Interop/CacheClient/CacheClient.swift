import Foundation
import HAL
import HALClient
import HTTPTypes

/// Makes the requests that it reads, one JSON object a line, through a private cache, and prints the responses.
///
/// Requests run at once; a response has the `id` of its request.
@main
struct CacheClient {
    static func main() async {
        let store = MemoryCacheStore(bytes: 256 << 20, entries: 10_000)
        let client = HypermediaClient(
            configuration: .init(redirectPolicy: .none, middlewares: [CacheMiddleware(store: store)])
        )
        let output = Output()
        await withDiscardingTaskGroup { group in
            while let line = readLine() {
                guard case .object(let request)? = try? JSONValue(parsing: Array(line.utf8)) else { continue }
                group.addTask { await output.write(await response(to: request, client)) }
            }
        }
    }

    private static func response(to request: JSONObject, _ client: HypermediaClient) async -> JSONValue {
        guard let method = request["method"]?.string.flatMap(HTTPRequest.Method.init(rawValue:)),
            let url = request["url"]?.string
        else { return ["error": "no method or no URL"] }
        let headers = (request["headers"]?.array ?? []).compactMap { $0.array?.compactMap(\.string) }
        let content = request["body"]?.string.map {
            RequestContent(Array($0.utf8), mediaType: MediaType("text/plain"))
        }
        var fields = RequestHeaders()
        for header in headers where header.count == 2 { fields.append(header[0], header[1]) }
        let call = Call(
            method,
            Target(url),
            content: content,
            serializer: RawSerializer(),
            options: RequestOptions(headers: fields)
        )
        let outcome = await client.perform(call)
        var result: JSONObject = ["id": request["id"] ?? .null]
        if let response = outcome.response {
            result["status"] = .number(JSONNumber(response.status))
            result["headers"] = .array(
                response.fields.map { .array([.string($0.name.rawName), .string($0.value)]) }
            )
            result["body"] = .string(String(decoding: response.body, as: UTF8.self))
        } else {
            result["error"] = .string("\(outcome)")
        }
        return .object(result)
    }
}

/// Writes whole lines.
private actor Output {
    func write(_ value: JSONValue) {
        FileHandle.standardOutput.write(Data("\(value.serialized())\n".utf8))
    }
}
