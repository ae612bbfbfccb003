import HAL
import Scenarios

/// A form in which a live resource is represented.
enum LiveRepresentation: String, Sendable {
    case hal = ""
    case forms = "-f"
    case plain = "-j"

    private static let formsType = MediaType.halForms.essence
    private static let jsonType = MediaType.json.essence

    /// The entity tag of a version in this form (RFC 9110 §8.8.3).
    func tag(_ version: Int) -> String { "\"\(version)\(rawValue)\"" }

    /// The entity tags of a version in all forms.
    static func tags(_ version: Int) -> [String] { [hal, forms, plain].map { $0.tag(version) } }

    func mediaType(_ resource: LiveResource) -> String {
        switch self {
        case .hal: resource.mediaType
        case .forms: Self.formsType
        case .plain: Self.jsonType
        }
    }

    /// The form that a client prefers; HAL if it accepts none of them (RFC 9110 §12.5.1).
    init(accept: String?, _ resource: LiveResource) {
        guard let accept, accept != "*/*" else {
            self = .hal
            return
        }
        if let named = Self.form(named: accept, resource) {
            self = named
            return
        }
        let forms: [LiveRepresentation] = resource.hasForms ? [.hal, .forms, .plain] : [.hal, .plain]
        let types = forms.map { MediaType($0.mediaType(resource)) ?? .hal }
        let preferred = AcceptedMediaTypes(accept).preferred(of: types)
        self = types.firstIndex { $0 == preferred }.map { forms[$0] } ?? .hal
    }

    /// The form whose media type is the whole of `Accept`, as most clients send it; nil: that needs to be read.
    private static func form(named accept: String, _ resource: LiveResource) -> LiveRepresentation? {
        switch accept {
        case resource.mediaType: .hal
        case Self.jsonType: .plain
        case Self.formsType: resource.hasForms ? .forms : .hal
        case _: nil
        }
    }
}
