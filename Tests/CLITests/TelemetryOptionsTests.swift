import HTTPTypes
import Testing

@testable import CLI

private let endpoint = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318/"]

struct TelemetryOptionsTests {
    private static func options(_ variables: [String: String]) throws -> TelemetryOptions? {
        try TelemetryOptions { variables[$0] }
    }

    @Test func readsTheAddressOfACollector() throws {
        let options = try #require(try Self.options(endpoint))
        #expect(options.traces?.url == "http://127.0.0.1:4318/v1/traces")
        #expect(options.metrics?.url == "http://127.0.0.1:4318/v1/metrics")
        #expect(options.traces?.timeout == .seconds(10))
        #expect(options.resource.first { $0.name == "service.name" }?.value == "hypermock")
    }

    @Test func readsTheOthers() throws {
        let options = try #require(
            try Self.options([
                "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://collector/own?key=1", "OTEL_SERVICE_NAME": "b",
                "OTEL_RESOURCE_ATTRIBUTES": "service.name=a, deployment.environment.name = t%20est",
                "OTEL_EXPORTER_OTLP_TRACES_HEADERS": "x=1", "OTEL_EXPORTER_OTLP_HEADERS": "x=0,y=%2C",
                "OTEL_EXPORTER_OTLP_TIMEOUT": "500", "OTEL_BSP_MAX_QUEUE_SIZE": "10",
            ])
        )
        #expect(options.traces?.url == "https://collector/own?key=1")
        #expect(options.traces?.shown == "https://collector/own")
        #expect(options.traces?.timeout == .milliseconds(500))
        let fields = options.traces?.fields.map { "\($0.name): \($0.value)" }
        #expect(fields == ["Content-Type: application/json", "x: 1", "y: ,"])
        #expect(options.metrics == nil)
        #expect(options.queueSize == 10 && options.batchSize == 10)
        #expect(options.resource.last?.value == "b")
        #expect(options.resource.contains { $0 == ("deployment.environment.name", "t est") })
    }

    @Test(arguments: [
        [:], ["OTEL_EXPORTER_OTLP_ENDPOINT": " "], endpoint.merging(["OTEL_SDK_DISABLED": "TRUE"]) { $1 },
        endpoint.merging(["OTEL_TRACES_EXPORTER": "none", "OTEL_METRICS_EXPORTER": "none"]) { $1 },
    ])
    func sendsNothing(_ variables: [String: String]) throws {
        #expect(try Self.options(variables) == nil)
    }

    @Test func saysWhatItDoesNotSupport() throws {
        let variables = endpoint.merging(["OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"]) { $1 }
        #expect(try #require(try Self.options(variables)).notes.count == 1)
    }
}
