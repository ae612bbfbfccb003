import HAL
import HALClient

/// Logs in unless the store has tokens of an earlier launch, and reads the names of the stations.
func stationNames(of server: String, secret: String, password: String, tokens path: String) async -> [String] {
    let session = OAuthSession(
        client: HypermediaClient(configuration: .init(baseURI: server + "/api/")),
        configuration: OAuthConfiguration(
            tokenEndpoint: server + "/oauth/token",
            client: OAuthClient(id: "pump-app", secret: secret)
        ),
        store: FileTokenStore(path: path)
    )
    if session.state.access != .user {
        guard await session.logIn(user: "jsmith", password: password).success != nil else { return [] }
    }
    let stations = await session.get("fuelstations").success?.resource
    return stations?.embedded("fuelstation").compactMap { $0.state["fuelstation-name"]?.string } ?? []
}
