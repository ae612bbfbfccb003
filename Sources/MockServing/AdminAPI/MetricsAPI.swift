import HAL
import Messages
import Mocking

/// `/__admin/metrics`: the counters of the server for Prometheus, as text or as OpenMetrics.
enum MetricsAPI {
    static let routes = [
        AdminRoute(
            "GET",
            "/metrics",
            "At the root: returns the metrics in Prometheus' text format, or as OpenMetrics if Accept asks for it.",
            result: .metrics,
            statuses: [200, 403],
            sharing: .local
        ) { call throws(AdminError) in try metrics(call) }
    ]

    private static func metrics(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        guard call.mount.address == .root else {
            throw .notPermitted("the metrics are those of the whole server: GET /__admin/metrics")
        }
        let accept = call.request.fields["accept"] ?? ""
        let form: MetricsText.Form =
            AcceptedMediaTypes(accept).preferred(of: [.plainText, .openMetrics].compactMap(\.self)) == .openMetrics
            ? .openMetrics : .prometheus
        let (metrics, startedAt) = (call.engine.metrics, call.services.startedAt)
        return AdminAnswer {
            let text = MetricsText(metrics, startedAt: startedAt, form)
            let response = Response(status: 200, contentType: form.contentType, body: Array(text.text.utf8))
            return AdminCompletion { _ in AdminAnswer(response) }
        }
    }
}

extension MediaType {
    fileprivate static let plainText = MediaType("text/plain; version=0.0.4")
    fileprivate static let openMetrics = MediaType("application/openmetrics-text; version=1.0.0")
}
