#if DiskCache
    import GRDB
    import HAL
    import HALClient
    import HTTPTypes

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The columns of a stored response.
    struct StoredRow {
        /// A JSON object with sorted names: equal texts mean equal variants.
        let variant: String
        /// A JSON array of alternating names and values.
        let fields: String
        let body: Data
        /// In nanoseconds since 1970.
        let requestedAt: Int64
        let receivedAt: Int64
        let size: Int

        init(_ response: StoredResponse) {
            var object = JSONObject()
            for (name, value) in response.variant.sorted(by: { $0.key < $1.key }) { object[name] = .string(value) }
            variant = JSONValue.object(object).serialized()
            let texts = response.fields.flatMap { [$0.name.rawName, $0.value] }
            fields = JSONValue.array(texts.map { .string($0) }).serialized()
            body = Data(response.body)
            requestedAt = Self.nanoseconds(response.requestedAt)
            receivedAt = Self.nanoseconds(response.receivedAt)
            size = body.count + fields.utf8.count + variant.utf8.count + 256
        }

        private static func nanoseconds(_ time: WallTime) -> Int64 {
            let (seconds, attoseconds) = time.sinceEpoch.components
            let (product, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            return isTooFar ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000
        }
    }

    extension StoredResponse {
        /// Reads a row; nil if its content is invalid.
        init?(_ row: Row) {
            guard let status: Int = row.known("status"), let body: Data = row.known("body"),
                let variant = row.json("variant")?.object, let fields = HTTPFields(row.json("fields")),
                let requestedAt = row.time("requestedAt"), let receivedAt = row.time("receivedAt")
            else { return nil }
            self.init(
                status: status,
                fields: fields,
                body: [UInt8](body),
                variant: variant.members.reduce(into: [:]) { $0[$1.name] = $1.value.string },
                requestedAt: requestedAt,
                receivedAt: receivedAt
            )
        }
    }

    extension Row {
        /// The value of a column, or nil if it has another type: in SQLite, each row may have its own.
        fileprivate func known<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
            Value.fromDatabaseValue(self[column])
        }

        fileprivate func json(_ column: String) -> JSONValue? {
            let text: String? = known(column)
            return text.flatMap { try? JSONValue(parsing: Array($0.utf8), limits: JSONLimits()) }
        }

        fileprivate func time(_ column: String) -> WallTime? {
            let nanoseconds: Int64? = known(column)
            return nanoseconds.map { WallTime(sinceEpoch: .nanoseconds($0)) }
        }
    }

    extension HTTPFields {
        /// Reads alternating names and values; nil if the value has another form.
        fileprivate init?(_ value: JSONValue?) {
            guard let texts = value?.array, texts.count.isMultiple(of: 2) else { return nil }
            self.init()
            for start in stride(from: 0, to: texts.count, by: 2) {
                guard let name = texts[start].string.flatMap({ HTTPField.Name($0) }), let text = texts[start + 1].string
                else { return nil }
                append(HTTPField(name: name, value: text))
            }
        }
    }
#endif
