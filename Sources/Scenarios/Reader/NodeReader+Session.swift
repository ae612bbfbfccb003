extension NodeReader {
    /// The OAuth session that a step's call is made in.
    func session(_ node: Node) -> StepSession? {
        guard let members = members(of: node, as: OAuthKey.self) else { return nil }
        var session = StepSession(tokenURL: "/", clientID: "")
        for member in members { take(member, into: &session) }
        return session
    }

    private func take(_ member: Member<OAuthKey>, into session: inout StepSession) {
        let value = member.value
        let name = "'\(member.key.rawValue)'"
        switch member.key {
        case .tokenUrl: session.tokenURL = headerText(value, name) ?? session.tokenURL
        case .clientId: session.clientID = text(value, name) ?? ""
        case .clientSecret: session.clientSecret = text(value, name)
        case .clientAuthentication:
            session.clientAuthentication = choice(value, name, of: StepSession.ClientAuthentication.self) ?? .basic
        case .encoding: session.encoding = choice(value, name, of: StepSession.Encoding.self) ?? .form
        case .scope: session.scope = text(value, name)
        case .appToken: session.usesAppToken = boolean(value, name) ?? true
        case .user: session.user = credentials(value)
        case .userToken: session.userToken = userToken(value)
        }
    }

    private func userToken(_ node: Node) -> StepSession.Token? {
        guard let members = members(of: node, as: OAuthTokenKey.self) else { return nil }
        var token = StepSession.Token(accessToken: "")
        for member in members {
            let name = "'\(member.key.rawValue)'"
            switch member.key {
            case .accessToken: token.accessToken = headerText(member.value, name) ?? ""
            case .refreshToken: token.refreshToken = text(member.value, name)
            case .expiresIn: token.expiresIn = integer(member.value, name, in: OAuthTokenKey.seconds)
            }
        }
        return token
    }
}
