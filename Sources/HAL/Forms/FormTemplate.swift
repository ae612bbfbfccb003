/// An action that a resource offers, with the properties to submit: a template of
/// [HAL-FORMS](https://github.com/mamund/hal-forms/blob/main/index.asciidoc).
///
/// A server's mistake does not hide the template: a member of the wrong type has its default, and
/// ``HALResource/problems`` lists it.
public struct FormTemplate: Sendable, Hashable {
    /// The methods that a template may use.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Retrieves the target; the values are its query.
        case get = "GET"
        /// Retrieves only the fields; the values are the query of the target.
        case head = "HEAD"
        /// Submits the values.
        case post = "POST"
        /// Replaces the target by the values.
        case put = "PUT"
        /// Changes the target by the values.
        case patch = "PATCH"
        /// Removes the target; the values are its query.
        case delete = "DELETE"

        /// Whether the values replace the query of the target, instead of becoming content.
        public var hasValuesInQuery: Bool {
            switch self {
            case .get, .head, .delete: true
            case .post, .put, .patch: false
            }
        }
    }

    /// The key in `_templates`: `default`, `create`.
    public let key: String
    /// A label for people; by default the key.
    public var title: String
    /// The method; GET if it is missing or unknown.
    public var method = Method.get
    /// The media type of the content: JSON, or `application/x-www-form-urlencoded`.
    public var contentType = MediaType.json
    /// The URI reference to submit to; by default that of the link `self`.
    public var target: String
    /// The properties in their order, each name once.
    public var properties: [Property] = []

    /// Makes a template without properties.
    public init(key: String = Self.defaultKey, target: String) {
        self.key = key
        title = key
        self.target = target
    }

    /// The key of the default template.
    public static let defaultKey = "default"
}

extension HALResource {
    /// The templates of `_templates` in order, without those that cannot be used.
    public var templates: [FormTemplate] {
        state[FormTemplateReader.name].map { FormTemplateReader($0, of: self).templates } ?? []
    }

    /// The template with that key, or nil.
    ///
    /// The key is compared as written; if there is none, a CURIE equals its expanded URI. Without a template `default`,
    /// the first one has this key.
    public func template(_ key: String = FormTemplate.defaultKey) -> FormTemplate? {
        let templates = templates
        let literal = templates.first { $0.key == key }
        guard literal == nil else { return literal }
        guard key != FormTemplate.defaultKey else { return templates.first }
        let uri = expanded(LinkRelation(key))
        return templates.first { expanded(LinkRelation($0.key)) == uri }
    }
}
