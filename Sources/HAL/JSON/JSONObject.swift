/// A JSON object whose members keep the order of the source.
public struct JSONObject: Sendable, Hashable {
    /// One name and its value.
    public struct Member: Sendable, Hashable {
        /// The member's name.
        public var name: String
        /// The member's value.
        public var value: JSONValue

        /// Makes a member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }

        /// Whether names and values are equal, byte by byte.
        public static func == (one: Member, other: Member) -> Bool {
            one.name.isExactly(other.name) && one.value == other.value
        }
    }

    /// The members in the order of the source.
    public var members: [Member]

    /// Makes an object of members in that order.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of the first member with that name, or nil; names are compared byte by byte (RFC 8259 §8.3).
    ///
    /// Setting replaces the first member of that name, or appends one; setting nil removes all members of that name.
    public subscript(name: String) -> JSONValue? {
        get {
            firstIndex(of: name).map { members[$0].value }
        }
        set {
            guard let newValue else { return members.removeAll { $0.name.isExactly(name) } }
            guard let index = firstIndex(of: name) else { return members.append(Member(name, newValue)) }
            members[index].value = newValue
        }
    }

    /// The position of the first member with that name, or nil.
    private func firstIndex(of name: String) -> Int? {
        // By index, because a search by element would copy each member.
        for index in members.indices where members[index].name.isExactly(name) { return index }
        return nil
    }

    /// The names of the members in the order of the source.
    public var names: [String] {
        members.map(\.name)
    }

    /// Whether there are no members.
    public var isEmpty: Bool {
        members.isEmpty
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Makes an object with the members in that order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member($0, $1) })
    }
}
