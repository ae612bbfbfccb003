import Documents
import HAL
import Messages
import Mocking
import Scenarios

/// `/__admin/send`: sends a request without a socket, so that the page can show any response, faults included.
enum SendAPI {
    /// The maximum number of bytes of a body that are returned.
    private static let longestBody = 1 << 20

    static let routes = [
        AdminRoute(
            "POST",
            "/send",
            "Sends a request inside the server; returns its response, and names its delay and its fault.",
            body: .loggedRequest,
            result: .sentResponse,
            statuses: [200, 403],
            sharing: .local
        ) { call throws(AdminError) in try send(call) }
    ]

    private static func send(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        guard !call.engine.configuration.isShared else {
            throw .notPermitted("servers that share their state decide requests together: send it to its address")
        }
        var request = try RequestDraft(call).request
        request.scheme = call.request.scheme
        if request.peer.isEmpty { request.peer = call.request.peer }
        switch call.engine.respond(to: request) {
        case .administration: throw .notPermitted("the admin API is not asked through itself")
        case .unmatched(let diagnosis): return document(of: Response(diagnosis).rendered, at: request.receivedAt)
        case .unknownAddress(let error): return document(of: Response(error).rendered, at: request.receivedAt)
        case .mock(let reply):
            let delay = reply.delayMilliseconds
            let time = request.receivedAt
            guard let work = reply.work else { return document(of: reply.response, at: time, delay: delay) }
            return AdminAnswer {
                let response = work()
                return AdminCompletion { engine in
                    document(of: engine.finish(reply, with: response).response, at: time, delay: delay)
                }
            }
        }
    }

    /// Writes the document on another thread, because the body may be read from a file.
    private static func document(of response: RenderedResponse, at time: Int64, delay: Int = 0) -> AdminAnswer {
        .document { writer in
            let length = response.contentLength
            let body =
                if let source = response.source { source.read(0, min(length, longestBody)) ?? [] } else {
                    Array(response.content.prefix(longestBody))
                }
            writer.member("status", value: .number(JSONNumber(response.status)))
            writer.beginMember("headers")
            writer.write(response.fields) { field in
                .array([.string(response.text(field.name)), .string(response.value(of: field, at: time))])
            }
            writer.member("bodyLength", value: .number(JSONNumber(length)))
            if let text = String(validating: body, as: UTF8.self) {
                writer.member("body", text)
            } else {
                writer.member("bodyAsBase64", Base64.encode(body))
            }
            writer.member("delayMilliseconds", value: .number(JSONNumber(delay)))
            if let fault = response.fault { writer.member("fault", fault.effect.rawValue) }
        }
    }
}
