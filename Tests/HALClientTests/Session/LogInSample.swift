import HALClient

/// Posts a log; a user who is not logged in logs in, and the log is posted again.
func post(_ log: RequestContent, _ session: OAuthSession, _ user: String, _ password: String) async -> String {
    let first = await session.post("logs", log)
    guard case .authenticationRequired = first else { return first.name }
    let logIn = await session.logIn(user: user, password: password)
    guard logIn.success != nil else { return logIn.name }
    return await session.post("logs", log).name
}
