import Dispatch
import HALClient
import Synchronization

/// The two ways to make a call; both must end in the same outcome.
enum Skin: String, Sendable, CaseIterable {
    case async
    case callbacks

    func perform<Model>(_ call: Call<Model>, with client: some CallPerforming) async -> Outcome<Model> {
        switch self {
        case .async: await client.perform(call)
        case .callbacks: await Self.performWithCallbacks(call, with: client)
        }
    }

    private static func performWithCallbacks<Model>(
        _ call: Call<Model>,
        with client: some CallPerforming
    ) async -> Outcome<Model> {
        await withCheckedContinuation { continuation in
            // A second call would trap: a continuation is resumed once.
            let end: @Sendable (Outcome<Model>) -> Void = { continuation.resume(returning: $0) }
            let callbacks = Callbacks<Model>(
                success: { end(.success($0)) },
                redirection: { end(.redirection($0)) },
                authenticationRequired: { end(.authenticationRequired($0)) },
                conflict: { end(.conflict($0)) },
                clientError: { end(.clientError($0)) },
                serverUnavailable: { end(.serverUnavailable($0)) },
                serverError: { end(.serverError($0)) },
                connectionFailure: { end(.connectionFailure($0)) },
                undecodable: { end(.undecodable($0)) }
            )
            client.perform(call, on: DispatchQueue(label: "skin"), callbacks)
        }
    }
}
