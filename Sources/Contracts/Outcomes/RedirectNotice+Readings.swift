import HAL
import HALClient
import Scenarios

extension RedirectNotice {
    /// Reads a notice of this package's client; nil for another one.
    init?(_ notice: CallNotice) {
        guard case .movedPermanently(let redirect) = notice else { return nil }
        self.init(from: redirect.from, to: redirect.to)
    }

    /// Reads the member `key` of an outcome that a driver wrote.
    static func all(_ fields: inout DriverFields, _ key: String) throws(ProtocolViolation) -> [RedirectNotice] {
        var notices: [RedirectNotice] = []
        for (index, value) in (try fields.array(key) ?? []).enumerated() {
            let place = fields.place("\(key)[\(index)]")
            var fields = try DriverFields(value, at: place)
            guard let from = try fields.string("from"), let to = try fields.string("to") else {
                throw ProtocolViolation(#"lacks "from" or "to" in \#(place)"#)
            }
            notices.append(RedirectNotice(from: from, to: to))
            try fields.refuseOthers()
        }
        return notices
    }
}
