import HAL
import HTTPTypes

/// The code with which a user logs in on another device, RFC 8628 §3.2.
public struct DeviceCode: Sendable, Hashable {
    /// The code for the user to enter.
    public let userCode: String
    /// The URI of the page where the user enters it, `http` or `https`.
    public let verificationURI: String
    /// The URI of the page with the code, `http` or `https`, for a QR code, or nil.
    public let completeVerificationURI: String?
    /// The time at which the code expires.
    public let expiresAt: WallTime
    /// The secret with which the client asks for the token.
    let deviceCode: String
    /// The minimum time between two token requests.
    let interval: Duration
}

extension DeviceCode: CustomStringConvertible, CustomReflectable {
    /// `code WDJB-MJHT at https://example.com/device`.
    public var description: String { "code \(userCode) at \(verificationURI)" }

    /// All properties except the secret.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["userCode": userCode, "verificationURI": verificationURI, "expiresAt": expiresAt]
        )
    }
}

/// The user did not log in before the code expired, RFC 8628 §3.5.
public struct DeviceCodeExpired: Error, Sendable, Hashable, CustomStringConvertible {
    /// `the device code has expired`.
    public var description: String { "the device code has expired" }
}

/// Decodes a device authorization response, RFC 8628 §3.2.
struct DeviceCodeSerializer: Serializer {
    let mediaTypes: [MediaType] = [.json]
    let now: @Sendable () -> WallTime

    /// A day in seconds, the maximum of times in a response.
    private static let longest = 86_400

    func takes(_ mediaType: MediaType?) -> Bool {
        mediaType?.isJSON ?? true
    }

    func decode(_ response: TransportResponse) throws(DecodingFailure) -> Decoded<DeviceCode> {
        let limits = JSONLimits(depth: 16, bytes: 1 << 16, duplicateKeys: .refuse)
        guard case .object(let answer) = try JSONBody.value(of: response, limits: limits) else {
            throw DecodingFailure(.model, "the device authorization response is not a JSON object", path: "$")
        }
        return Decoded(
            model: DeviceCode(
                userCode: try text("user_code", in: answer),
                // Some servers still use the name of a draft.
                verificationURI: try page(
                    answer["verification_uri"] == nil ? "verification_url" : "verification_uri",
                    in: answer
                ),
                completeVerificationURI: answer["verification_uri_complete"] == nil
                    ? nil : try page("verification_uri_complete", in: answer),
                expiresAt: now() + .seconds(try seconds("expires_in", in: answer) ?? 600),
                deviceCode: try text("device_code", in: answer),
                interval: .seconds(max(try seconds("interval", in: answer) ?? 5, 1))
            )
        )
    }

    private func text(_ name: String, in answer: JSONObject) throws(DecodingFailure) -> String {
        guard let text = answer[name]?.string, !text.isEmpty else {
            throw DecodingFailure(.model, "expected a string", path: DecodingFailure.path(names: name))
        }
        return text
    }

    /// The URI of a page that an application may open.
    private func page(_ name: String, in answer: JSONObject) throws(DecodingFailure) -> String {
        let uri = try text(name, in: answer)
        guard HTTPAddress(URIReference(uri)) != nil else {
            throw DecodingFailure(.model, "expected an http or https URI", path: DecodingFailure.path(names: name))
        }
        return uri
    }

    private func seconds(_ name: String, in answer: JSONObject) throws(DecodingFailure) -> Int? {
        guard let value = answer[name], !value.isNull else { return nil }
        guard let seconds = value.number?.int, seconds >= 0 else {
            throw DecodingFailure(.model, "expected whole seconds", path: DecodingFailure.path(names: name))
        }
        return min(seconds, Self.longest)
    }
}

/// The times at which a client asks for the token of a device code, RFC 8628 §3.5.
struct DevicePolling: Sendable, Hashable {
    /// The decision about the outcome of a token request.
    enum Decision: Sendable, Hashable {
        case wait
        case end
    }

    private(set) var interval: Duration

    mutating func decision(after outcome: Outcome<OAuthToken>) -> Decision {
        switch outcome.refusal?.code {
        case "authorization_pending":
            return .wait
        case "slow_down":
            interval += .seconds(5)
            return .wait
        default:
            break
        }
        switch outcome {
        case .connectionFailure(let failure):
            guard [.timedOut, .reset, .truncated, .refused, .dns, .offline].contains(failure.kind) else { return .end }
        case .serverUnavailable:
            break
        case .success, .redirection, .authenticationRequired, .conflict, .clientError, .serverError, .undecodable:
            return .end
        }
        // The RFC recommends to wait longer after each failure.
        interval = min(interval * 2, .seconds(60))
        return .wait
    }
}
