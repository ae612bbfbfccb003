import HAL
import Messages
import Mocking
import Scenarios

/// `/__admin/addresses`, `/__admin/usage` and `/__admin/scenario-files`: what a server has, for people who look at it.
enum OverviewAPI {
    /// The number of sandboxes in a list without a limit.
    private static let usualSandboxes = 100
    /// The number of variants of one scenario that are listed.
    private static let mostVariants = 1000

    static let routes = [
        AdminRoute(
            "GET",
            "/addresses",
            "At the root: lists the sandboxes, the last used first; elsewhere only this address.",
            query: [
                AdminParameter("limit", .count, "The maximum number of sandboxes: 100 by default."),
                AdminParameter("offset", .count, "The number of sandboxes to skip."),
            ],
            result: .addressList,
            statuses: [200, 400]
        ) { call throws(AdminError) in try addresses(call) },
        AdminRoute(
            "GET",
            "/usage",
            "Lists the interactions with the number of their responses.",
            result: .usageList
        ) { call in usage(call.mount) },
        AdminRoute(
            "GET",
            "/scenario-files",
            "Lists the loaded scenarios with their files, variants and contracts.",
            result: .scenarioFileList
        ) { call in scenarios(call) },
    ]

    private static func addresses(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let (offset, limit) = try (call.count("offset") ?? 0, call.count("limit") ?? usualSandboxes)
        let isRoot = call.mount.address == .root
        let sandboxes = isRoot ? call.engine.sandboxes(offset: offset, limit: limit) : []
        let list = sandboxes.map { sandbox -> JSONValue in
            ["address": .string(sandbox.address.description), "lastUsed": .number(JSONNumber(sandbox.lastUsed))]
        }
        let otherPort = call.engine.otherPort(for: call.request.fields["host"])
        return .json([
            "address": .string(call.mount.address.description),
            "version": .string(Product.version),
            "otherPort": otherPort.map { .number(JSONNumber($0)) } ?? .null,
            "sandboxes": .array(list),
            "meta": ["total": .number(JSONNumber(isRoot ? call.engine.sandboxCount : 0))],
        ])
    }

    private static func usage(_ mount: Mount) -> AdminAnswer {
        let interactions = mount.interactions
        return .document { writer in
            writer.beginMember("interactions")
            writer.write(interactions) { use in
                let interaction = use.interaction
                return [
                    "name": interaction.name.map { .string($0) } ?? .null,
                    "location": .string(interaction.place),
                    "scenario": .string(use.slug),
                    "served": .number(JSONNumber(use.served)),
                    "position": .number(JSONNumber(use.position)),
                    "responses": .number(JSONNumber(interaction.responses.responses.count)),
                ]
            }
        }
    }

    private static func scenarios(_ call: AdminCall) -> AdminAnswer {
        let own = call.mount.address.slug
        let roots = Set(call.engine.rootSlugs)
        let scenarios = call.engine.scenarios.filter { own == nil || own == $0.slug }
        return .document { writer in
            writer.beginMember("scenarios")
            writer.write(scenarios) { json($0, isAtRoot: roots.contains($0.slug)) }
        }
    }

    private static func json(_ scenario: Scenario, isAtRoot: Bool) -> JSONValue {
        let addresses = scenario.variants.indices.prefix(mostVariants).map { position -> JSONValue in
            .string(Address(slug: scenario.slug, values: scenario.variants.values(at: position)).description)
        }
        return [
            "slug": .string(scenario.slug),
            "title": .string(scenario.title),
            "summary": scenario.summary.map { .string($0) } ?? .null,
            "file": .string(scenario.file),
            "tags": .array(scenario.tags.map { .string($0) }),
            "matrix": .array(scenario.matrixKeys.map { .string($0) }),
            "variants": .number(JSONNumber(scenario.variants.count)),
            "addresses": .array(addresses),
            "isAtRoot": .bool(isAtRoot),
            "hasContract": .bool(scenario.hasContract),
        ]
    }
}
