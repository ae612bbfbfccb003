import UV

extension ServerMetric {
    /// The metrics of the process, with the names that Prometheus' client libraries use.
    ///
    /// The start of the server is in milliseconds since 1970.
    static func process(startedAt: Int64) -> [ServerMetric] {
        let (usage, seconds) = (CurrentProcess.usage, "seconds")
        let started = [(labels: [OTLP.Attribute](), value: MetricsText.seconds(Int(startedAt)))]
        let used = [(labels: [OTLP.Attribute](), value: MetricsText.seconds(usage.cpuMilliseconds))]
        var metrics = [
            ServerMetric(
                "process_start_time_seconds",
                .gauge,
                "The start of the server.",
                unit: seconds,
                samples: started
            ),
            ServerMetric("process_cpu_seconds", .counter, "The used processor time.", unit: seconds, samples: used),
            ServerMetric(
                "process_resident_memory_bytes",
                .gauge,
                "The resident memory.",
                unit: "bytes",
                usage.residentBytes
            ),
            ServerMetric("process_max_fds", .gauge, "The maximum number of open files.", CurrentProcess.fileLimit),
        ]
        if let count = CurrentProcess.openFileCount {
            let text = "The number of open files, sockets included."
            metrics.append(ServerMetric("process_open_fds", .gauge, text, count))
        }
        return metrics
    }
}
