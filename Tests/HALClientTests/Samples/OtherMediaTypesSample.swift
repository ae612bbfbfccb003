import HAL
import HALClient
import HTTPTypes

/// Notes as plain text.
struct NoteSerializer: Serializer {
    let mediaTypes = [MediaType("text/plain")].compactMap(\.self)

    func decode(_ response: TransportResponse) throws(DecodingFailure) -> Decoded<String> {
        guard let note = String(validating: response.body, as: UTF8.self) else {
            throw DecodingFailure(.model, "the note is not UTF-8")
        }
        return Decoded(model: note)
    }

    /// Only for types that are sent.
    func encode(_ note: String) throws -> RequestContent {
        RequestContent(Array(note.utf8), mediaType: mediaTypes.first)
    }
}

/// Saves a note, and returns the server's form of it.
func save(note: String, at target: Target, _ client: some CallPerforming) async -> String? {
    let content = RequestContent(note, with: NoteSerializer())
    return await client.perform(Call(.put, target, content: content, serializer: NoteSerializer())).success?.model
}
