import HAL
import URITemplates

extension Content {
    /// The fields of a form in their order, as `application/x-www-form-urlencoded`: `grant_type=password&scope=a+b`.
    public static func form(_ fields: KeyValuePairs<String, String>) -> Content {
        form(fields.map { ($0, $1) })
    }

    /// The fields of a form in their order; a name may come twice.
    public static func form(_ fields: [(name: String, value: String)]) -> Content {
        Content(Array(FormText.encode(fields).utf8), mediaType: .form)
    }
}

extension MediaType {
    /// `application/x-www-form-urlencoded`.
    static let form = MediaType(uncheckedType: "application", subtype: "x-www-form-urlencoded")
}

/// The encoding of forms, https://url.spec.whatwg.org/#application/x-www-form-urlencoded.
enum FormText {
    static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    static func encode(_ text: String) -> String {
        PercentEncoding.encode(text, keepingReserved: false).replacing("%20", with: "+")
    }
}
