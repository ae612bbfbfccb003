import HAL
import Messages
import Mocking
import UV

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
        let (metrics, services) = (call.engine.metrics, call.services)
        return AdminAnswer {
            let exported = services.spanCounts?.withLock { $0 }
            let others =
                ServerMetric.all(metrics, services.gauges, exported)
                + ServerMetric.process(startedAt: services.startedAt)
            let text = MetricsText(MeasuredRequests(metrics.requests), others, form).text
            let fields = [("Content-Type", form.contentType), ("Vary", "Accept")]
            let response = Response(status: 200, fields: fields, body: Array(text.utf8))
            return AdminCompletion { _ in AdminAnswer(response) }
        }
    }
}

extension MediaType {
    fileprivate static let plainText = MediaType("text/plain; version=0.0.4")
    fileprivate static let openMetrics = MediaType("application/openmetrics-text; version=1.0.0")
}
