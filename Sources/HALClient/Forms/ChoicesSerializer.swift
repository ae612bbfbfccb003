import HAL

/// Reads the choices of a property: a JSON array, or CSV.
struct ChoicesSerializer: Serializer {
    let mediaTypes: [MediaType]
    private let options: FormTemplate.Options

    init(_ options: FormTemplate.Options) {
        self.options = options
        mediaTypes = [options.link?.mediaType ?? .json]
    }

    func takes(_ mediaType: MediaType?) -> Bool {
        mediaType.map { $0.isJSON || $0.isCSV } ?? true
    }

    func decode(_ response: TransportResponse) throws(DecodingFailure) -> Decoded<[FormTemplate.Choice]> {
        if response.mediaType?.isCSV == true {
            return Decoded(model: options.choices(inCSV: String(decoding: response.body, as: UTF8.self)))
        }
        let value = try JSONBody.value(of: response, limits: JSONLimits())
        guard let choices = options.choices(in: value) else {
            throw DecodingFailure(.model, "expected an array, found \(value.kind)", path: "$")
        }
        return Decoded(model: choices)
    }
}

extension MediaType {
    fileprivate var isCSV: Bool { essence == "text/csv" }
}
