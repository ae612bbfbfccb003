import ArgumentParser
import MockServing

extension UpstreamTargets {
    /// Loopback addresses and the hosts of a list, separated by commas.
    ///
    /// - Throws: `UpstreamFailure` that names the first host that is not valid.
    init(list: String?) throws(UpstreamFailure) {
        try self.init(hosts: list?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? [])
    }

    /// Checks the list of an option, which has no effect without a flag.
    ///
    /// - Throws: `ValidationError` if the flag is not set, or a host is not valid.
    static func check(_ list: String?, of option: String, needing flag: String, isSet: Bool) throws {
        guard list != nil else { return }
        guard isSet else { throw ValidationError("\(option) needs \(flag)") }
        do throws(UpstreamFailure) {
            _ = try UpstreamTargets(list: list)
        } catch {
            throw ValidationError("\(option): \(error.reason)")
        }
    }
}
