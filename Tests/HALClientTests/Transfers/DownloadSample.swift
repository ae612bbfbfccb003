import HAL
import HALClient

/// Downloads a report, and continues an earlier download that did not reach its end.
func download(_ report: Target, to path: String, _ client: some CallPerforming) async -> String {
    let call = Call.download(report, to: path, isResumable: true, options: RequestOptions(deadline: .seconds(600)))
    let transfer = client.start(call)

    for await progress in transfer.progress {
        if let fraction = progress.fraction { print("\(Int(fraction * 100)) %") }
    }
    switch await transfer.outcome {
    case .success(let report): return "\(report.model?.size ?? 0) bytes"
    case .connectionFailure(let failure): return "\(failure.kind): call again to get the rest"
    case let other: return other.name
    }
}
