import HAL
import Scenarios

/// A form in which a live resource is represented.
enum LiveRepresentation: String, Sendable {
    case hal = ""
    case forms = "-f"
    case plain = "-j"

    /// The entity tag of a version in this form (RFC 9110 §8.8.3).
    func tag(_ version: Int) -> String { "\"\(version)\(rawValue)\"" }

    /// The entity tags of a version in all forms.
    static func tags(_ version: Int) -> [String] { [hal, forms, plain].map { $0.tag(version) } }

    func mediaType(_ resource: LiveResource) -> String {
        switch self {
        case .hal: resource.mediaType
        case .forms: MediaType.halForms.essence
        case .plain: MediaType.json.essence
        }
    }

    /// The form that a client prefers; HAL if it accepts none of them (RFC 9110 §12.5.1).
    init(accept: String?, _ resource: LiveResource) {
        guard let accept, accept != "*/*" else {
            self = .hal
            return
        }
        let forms: [LiveRepresentation] = resource.hasForms ? [.hal, .forms, .plain] : [.hal, .plain]
        let types = forms.map { MediaType($0.mediaType(resource)) ?? .hal }
        let preferred = AcceptedMediaTypes(accept).preferred(of: types)
        self = types.firstIndex { $0 == preferred }.map { forms[$0] } ?? .hal
    }
}
