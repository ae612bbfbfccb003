import HAL
import HALClient
import HTTPTypes

/// Uploads a receipt and prints the progress.
func upload(_ path: String, with client: HypermediaClient) async -> Bool {
    let receipt = RequestContent.multipart([FormPart("receipt", file: path, mediaType: MediaType("application/pdf"))])
    let options = RequestOptions(parameters: ["purchase-log": "pl1"])
    let transfer = client.start(Call<JSONObject>(.post, "receipts", content: receipt, options: options))
    for await progress in transfer.progress { print(progress.fraction ?? 0) }
    return await transfer.outcome.success != nil
}
