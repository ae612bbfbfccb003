import HALClient

/// Reads the title of the user's account with the tokens of an earlier launch; nil: the user has to log in.
func accountTitle(of server: String, tokens path: String) async -> String? {
    let session = OAuthSession(
        client: HypermediaClient(configuration: .init(baseURI: server + "/api/")),
        configuration: OAuthConfiguration(
            tokenEndpoint: server + "/oauth/token",
            client: OAuthClient(id: "pump-app")
        ),
        store: FileTokenStore(path: path)
    )
    guard session.state.access == .user else { return nil }
    return await session.get("account").success?.resource?.state["title"]?.string
}
