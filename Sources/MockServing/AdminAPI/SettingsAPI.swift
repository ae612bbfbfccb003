import HAL
import Messages
import Mocking
import Scenarios

/// `/__admin/settings`: the defaults of an address' responses.
enum SettingsAPI {
    /// The longest delay, in milliseconds: a day.
    private static let longestDelay = 86_400_000
    private static let keys: Set = ["fixedDelay", "delayDistribution", "extended", "proxyPassThrough"]

    static let routes = [
        AdminRoute("GET", "/settings", "Returns the settings.", result: .settingsNow) { call in
            .json(["settings": json(call.mount.settings)])
        },
        AdminRoute("POST", "/settings", "Replaces the settings.", body: .settings) {
            call throws(AdminError) in try replace(call)
        },
        AdminRoute("PUT", "/settings", "Replaces the settings.", body: .settings) {
            call throws(AdminError) in try replace(call)
        },
        AdminRoute("PATCH", "/settings/extended", "Adds to the extended settings.", body: .extendedSettings) {
            call throws(AdminError) in try extend(call)
        },
    ]

    private static func replace(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        var object = try call.object(keys: keys.union(["settings"]))
        var place = ""
        if let inner = object["settings"] {
            if let other = object.names.first(where: { $0 != "settings" }) {
                throw .wrongBody("cannot be combined with 'settings'", at: "/" + other)
            }
            object = try self.object(inner, at: "/settings")
            place = "/settings"
            if let unknown = object.names.first(where: { !keys.contains($0) }) {
                throw .wrongBody("unknown key", at: "/settings/" + JSONPointer.escaped(unknown))
            }
        }
        var settings = MountSettings()
        settings.fixedDelay = try delay(object["fixedDelay"], at: place + "/fixedDelay")
        if let distribution = object["delayDistribution"], !distribution.isNull {
            settings.delayDistribution = try self.distribution(distribution, call, at: place + "/delayDistribution")
        }
        if let extended = object["extended"], !extended.isNull {
            settings.extended = try self.object(extended, at: place + "/extended")
        }
        settings.proxiesUnmatched = try flag(object["proxyPassThrough"], at: place + "/proxyPassThrough") ?? true
        call.mount.settings = settings
        return .done
    }

    private static func extend(_ call: AdminCall) throws(AdminError) -> AdminAnswer {
        let body = try call.object(keys: ["extended"])
        guard let extended = body["extended"] else { throw .wrongBody("the key 'extended' is missing") }
        for member in try object(extended, at: "/extended").members {
            call.mount.settings.extended[member.name] = member.value
        }
        return .done
    }

    static func json(_ settings: MountSettings) -> JSONValue {
        var object = JSONObject()
        if let delay = settings.fixedDelay { object["fixedDelay"] = .number(JSONNumber(delay)) }
        if let distribution = settings.delayDistribution { object["delayDistribution"] = distribution.wireMockJSON }
        object["extended"] = .object(settings.extended)
        // Clients of WireMock 2 do not know it.
        if !settings.proxiesUnmatched { object["proxyPassThrough"] = false }
        return .object(object)
    }

    private static func delay(_ value: JSONValue?, at place: String) throws(AdminError) -> Int? {
        guard let value, !value.isNull else { return nil }
        guard let milliseconds = value.number?.int, (0...longestDelay).contains(milliseconds) else {
            throw .wrongBody("expected milliseconds from 0 to \(longestDelay)", at: place)
        }
        return milliseconds
    }

    private static func distribution(
        _ value: JSONValue,
        _ call: AdminCall,
        at place: String
    ) throws(AdminError) -> DelayDistribution {
        do throws(WireMockRefusal) {
            return try call.services.reader.delayDistribution(value.serializedBytes()).value
        } catch {
            throw AdminError(error, below: place)
        }
    }

    private static func object(_ value: JSONValue, at place: String) throws(AdminError) -> JSONObject {
        guard case .object(let object) = value else {
            throw .wrongBody("expected an object, not \(value.kind)", at: place)
        }
        return object
    }

    private static func flag(_ value: JSONValue?, at place: String) throws(AdminError) -> Bool? {
        guard let value, !value.isNull else { return nil }
        guard case .bool(let flag) = value else { throw .wrongBody("expected true or false", at: place) }
        return flag
    }
}
