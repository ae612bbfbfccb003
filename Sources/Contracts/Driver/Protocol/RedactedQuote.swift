import HAL
import HALClient
import HTTPTypes
import Matching
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Quotes a driver's output in messages: shortened, printable and without the secrets that the driver received.
struct RedactedQuote {
    private static let lengthLimit = 300
    /// The maximum length of a message in characters, enough for the list of all keys.
    private static let messageLimit = 600
    /// The number of bytes to search for secrets, enough for a secret that begins within the quoted characters.
    private static let window = 64 << 10

    private var secrets: Set<String> = []

    /// Redacts the credentials of a request from now on.
    mutating func hideSecrets(of request: StepRequest) {
        for secret in request.secrets where !secret.isEmpty {
            secrets.insert(secret)
            secrets.insert(String(JSONValue.string(secret).serialized().dropFirst().dropLast()))
        }
    }

    func quoted(_ bytes: [UInt8]) -> String {
        let text = text(of: bytes)
        guard text.count > Self.lengthLimit || bytes.count > Self.window else { return "'\(text)'" }
        return "\(beginning(of: bytes)) (\(bytes.count) bytes)"
    }

    /// Quotes the first characters of a longer text.
    func beginning(of bytes: [UInt8]) -> String {
        "'\(text(of: bytes).prefix(Self.lengthLimit))…'"
    }

    private func text(of bytes: [UInt8]) -> String {
        hiding(String(decoding: bytes.prefix(Self.window), as: UTF8.self)).printable
    }

    /// Redacts and shortens a message, which may contain names from the driver's output.
    func short(_ message: String) -> String {
        let text = hiding(message)
        return text.count > Self.messageLimit ? text.prefix(Self.messageLimit) + "…" : text
    }

    func hiding(_ text: String) -> String {
        // The longest first, since one secret may be part of another.
        secrets.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.reduce(text) {
            $0.replacing($1, with: Redaction.mark)
        }
    }
}

extension StepRequest {
    /// The credentials in all forms in which a client may send them.
    fileprivate var secrets: [String] {
        fields.filter { Redaction.hides($0.name.rawName) }.map(\.value) + (authorization?.secrets ?? [])
    }
}

extension StepAuthorization {
    fileprivate var secrets: [String] {
        switch self {
        case .scheme(_, let parameters): parameters.filter { $0.name.lowercased() != "realm" }.map(\.value)
        case .bearer(let token): [token]
        case .oauth(let session):
            [
                session.clientSecret, session.user?.password, session.userToken?.accessToken,
                session.userToken?.refreshToken,
            ].compactMap(\.self).filter { !$0.isEmpty }
        case .basic(let credentials):
            [credentials.password, Data("\(credentials.username):\(credentials.password)".utf8).base64EncodedString()]
        }
    }
}
