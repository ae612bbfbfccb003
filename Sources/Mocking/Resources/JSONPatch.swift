import HAL
import Matching
import Scenarios

/// A JSON Patch (RFC 6902): operations that are applied in their order, all or none.
struct JSONPatch {
    /// The reason that a patch cannot be applied.
    enum Failure: Error, Equatable {
        /// It is not a patch.
        case malformed(String)
        /// A `test` fails, because the value differs or does not exist.
        case testFailed(pointer: String, reason: String)
        /// An operation names a place that the document does not have.
        case missing(pointer: String)
        /// The result would be too large, or nested too deeply.
        case tooLarge
    }

    private static let maximumOperations = 1_000
    /// Of all values that operations copy, and of those beside them.
    private static let maximumNodes = 500_000

    private struct Operation {
        let name: String
        let path: [String]
        let from: [String]?
        let value: JSONValue?
        let pointer: String
    }

    private let operations: [Operation]

    init(_ patch: JSONValue) throws(Failure) {
        guard case .array(let items) = patch else { throw .malformed("a JSON Patch is a list of operations") }
        guard items.count <= Self.maximumOperations else { throw .tooLarge }
        var operations: [Operation] = []
        for item in items { operations.append(try Self.operation(item)) }
        self.operations = operations
    }

    private static func operation(_ item: JSONValue) throws(Failure) -> Operation {
        guard let name = item["op"]?.string, let pointer = item["path"]?.string, let path = JSONPointer.path(pointer)
        else { throw .malformed("an operation needs 'op' and a JSON pointer as 'path'") }
        let from = item["from"]?.string.flatMap { JSONPointer.path($0) }
        switch name {
        case "add", "replace", "test":
            guard item["value"] != nil else { throw .malformed("'\(name)' needs 'value'") }
        case "move", "copy":
            guard let from else { throw .malformed("'\(name)' needs a JSON pointer as 'from'") }
            let isInside = path.count > from.count && path.starts(with: from) { $0.isExactly($1) }
            guard name == "copy" || !isInside else {
                throw .malformed("a value cannot be moved into itself")
            }
        case "remove": break
        case _: throw .malformed("'\(name.prefix(40))' is not an operation")
        }
        return Operation(name: name, path: path, from: from, value: item["value"], pointer: pointer)
    }

    func applied(to document: JSONValue) throws(Failure) -> JSONValue {
        var document = document
        var nodes = 0
        for operation in operations {
            nodes +=
                document.breadth(along: operation.path[...])
                + (operation.from.map { document.breadth(along: $0[...]) } ?? 0)
            guard nodes <= Self.maximumNodes else { throw .tooLarge }
            let value = try value(of: operation, in: document)
            if let value {
                let (count, levels) = value.extent
                nodes += count
                guard nodes <= Self.maximumNodes, levels + operation.path.count <= LiveResource.limits.depth else {
                    throw .tooLarge
                }
            }
            try apply(operation, value, to: &document)
        }
        return document
    }

    /// The value that an operation adds or compares with.
    private func value(of operation: Operation, in document: JSONValue) throws(Failure) -> JSONValue? {
        guard let from = operation.from, operation.value == nil || ["move", "copy"].contains(operation.name) else {
            return operation.value
        }
        guard let value = document.at(from[...]) else { throw .missing(pointer: JSONPointer.text(from)) }
        return value
    }

    private func apply(_ operation: Operation, _ value: JSONValue?, to document: inout JSONValue) throws(Failure) {
        let path = operation.path[...]
        let failure = Failure.missing(pointer: operation.pointer)
        switch operation.name {
        case "test":
            guard let found = document.at(path) else {
                throw .testFailed(pointer: operation.pointer, reason: "does not exist")
            }
            guard let value, JSONComparison.isEqual(found, value) else {
                throw .testFailed(pointer: operation.pointer, reason: "differs")
            }
        case "remove": guard document.remove(at: path) else { throw failure }
        case "replace":
            guard let value, document.at(path) != nil, document.replace(at: path, by: value) else { throw failure }
        case "move":
            if let from = operation.from { _ = document.remove(at: from[...]) }
            guard let value, document.add(value, at: path) else { throw failure }
        case _: guard let value, document.add(value, at: path) else { throw failure }
        }
    }
}

extension JSONValue {
    /// The number of values in the containers on the way to a path.
    fileprivate func breadth(along path: ArraySlice<String>) -> Int {
        var count = 0
        var value: JSONValue? = self
        for name in path {
            switch value {
            case .array(let items)?: count += items.count
            case .object(let object)?: count += object.members.count
            case .null?, .bool?, .number?, .string?, nil: return count
            }
            value = value?.at([name])
        }
        return count
    }

    fileprivate func at(_ path: ArraySlice<String>) -> JSONValue? {
        guard let name = path.first else { return self }
        switch self {
        case .object(let object): return object[name]?.at(path.dropFirst())
        case .array(let items): return Self.index(name, items.count - 1).flatMap { items[$0].at(path.dropFirst()) }
        case .null, .bool, .number, .string: return nil
        }
    }

    /// The index that a segment means (RFC 6901 §4); nil if it is greater than `last`.
    private static func index(_ text: String, _ last: Int) -> Int? {
        guard text == "0" || !text.hasPrefix("0"), text.utf8.allSatisfy({ (48...57).contains($0) }),
            let index = Int(text), index <= last
        else { return nil }
        return index
    }

    fileprivate mutating func add(_ value: JSONValue, at path: ArraySlice<String>) -> Bool {
        change(path) { parent, name in
            switch parent {
            case .object(var object):
                object[name] = value
                parent = .object(object)
                return true
            case .array(var items):
                guard let index = name == "-" ? items.count : Self.index(name, items.count) else { return false }
                items.insert(value, at: index)
                parent = .array(items)
                return true
            case .null, .bool, .number, .string: return false
            }
        } root: {
            $0 = value
        }
    }

    fileprivate mutating func replace(at path: ArraySlice<String>, by value: JSONValue) -> Bool {
        change(path) { parent, name in
            parent.setChild(name, to: value)
        } root: {
            $0 = value
        }
    }

    fileprivate mutating func remove(at path: ArraySlice<String>) -> Bool {
        change(path) { parent, name in
            switch parent {
            case .object(var object):
                guard object[name] != nil else { return false }
                object[name] = nil
                parent = .object(object)
                return true
            case .array(var items):
                guard let index = Self.index(name, items.count - 1) else { return false }
                items.remove(at: index)
                parent = .array(items)
                return true
            case .null, .bool, .number, .string: return false
            }
        } root: {
            $0 = .null
        }
    }

    /// Changes the value that contains the last name of a path.
    private mutating func change(
        _ path: ArraySlice<String>,
        _ body: (inout JSONValue, String) -> Bool,
        root: (inout JSONValue) -> Void
    ) -> Bool {
        guard let name = path.first else {
            root(&self)
            return true
        }
        guard path.count > 1 else { return body(&self, name) }
        guard var child = at(path.prefix(1)), child.change(path.dropFirst(), body, root: root) else { return false }
        return setChild(name, to: child)
    }

    /// Replaces a member or an item that exists.
    private mutating func setChild(_ name: String, to value: JSONValue) -> Bool {
        switch self {
        case .object(var object):
            object[name] = value
            self = .object(object)
            return true
        case .array(var items):
            guard let index = Self.index(name, items.count - 1) else { return false }
            items[index] = value
            self = .array(items)
            return true
        case .null, .bool, .number, .string: return false
        }
    }
}
