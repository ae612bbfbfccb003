import HAL
import HALClient
import HTTPTypes

/// Uploads a film from a file, and shows each tenth of the way.
func upload(film path: String, to target: Target, _ client: some CallPerforming) async -> String {
    let transfer = client.start(Call(.put, target, content: .file(path, mediaType: MediaType("video/mp4"))))
    var tenths = 0
    for await progress in transfer.progress {
        guard let fraction = progress.fraction, Int(fraction * 10) > tenths else { continue }
        tenths = Int(fraction * 10)
        print("\(tenths)0 %")
    }
    return await transfer.outcome.name
}
