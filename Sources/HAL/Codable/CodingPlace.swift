/// The position of a decoder or encoder, converted to a coding path only for an error.
enum CodingPlace {
    case root
    indirect case key(any CodingKey, in: CodingPlace)
    indirect case index(Int, in: CodingPlace)

    /// The keys from the root to here.
    var codingPath: [any CodingKey] {
        var keys: [any CodingKey] = []
        var place = self
        while true {
            switch place {
            case .root: return keys.reversed()
            case .key(let key, let outer):
                keys.append(key)
                place = outer
            case .index(let index, let outer):
                keys.append(AnyKey(intValue: index))
                place = outer
            }
        }
    }
}

/// A key of any name, or an index.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }

    /// The key under which a class encodes its superclass.
    static let parent = AnyKey(stringValue: "super")
}
