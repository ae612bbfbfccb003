import HAL
import HALClient
import HTTPTypes
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a driver has said, as it may stand in a message: short, printable, without the secrets that it was told.
struct RedactedQuote {
    private static let lengthLimit = 300
    /// Enough for the list of all keys.
    private static let messageLimit = 600
    /// Enough that a secret which begins within the first characters is there as a whole.
    private static let window = 64 << 10

    private var secrets: Set<String> = []

    /// From now on the credentials of that request are hidden.
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

    /// The first characters of something that goes on.
    func beginning(of bytes: [UInt8]) -> String {
        "'\(text(of: bytes).prefix(Self.lengthLimit))…'"
    }

    private func text(of bytes: [UInt8]) -> String {
        hiding(String(decoding: bytes.prefix(Self.window), as: UTF8.self)).printable
    }

    /// A message of our own, which may name things as the driver does.
    func short(_ message: String) -> String {
        let text = hiding(message)
        return text.count > Self.messageLimit ? text.prefix(Self.messageLimit) + "…" : text
    }

    func hiding(_ text: String) -> String {
        // The longest first: one may be a part of another.
        secrets.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.reduce(text) {
            $0.replacing($1, with: Redaction.mark)
        }
    }
}

extension StepRequest {
    /// The credentials in all the forms that a client may send them in.
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
