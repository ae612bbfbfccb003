/// The media ranges of an `Accept` field, RFC 9110 §12.5.1.
public struct AcceptedMediaTypes: Sendable, Hashable {
    /// A media type or a range of them, and its weight.
    public struct Range: Sendable, Hashable {
        /// The type; `*` as type or subtype means any.
        public let mediaType: MediaType
        /// From 0 (not acceptable) to 1000.
        public let weight: Int
    }

    /// The ranges in the order of the field, without malformed ones.
    public let ranges: [Range]

    /// Reads a field value; a value without ranges accepts everything.
    public init(_ field: String) {
        ranges = Self.elements(of: field).compactMap { element in
            MediaType(element).map(Range.init)
        }
    }

    /// The weight of a type, from 0 (not acceptable) to 1000: that of the most specific range that matches.
    ///
    /// Parameters of a range that the type does not have are ignored: `application/json` is acceptable to a client that
    /// asks for `application/json; charset=utf-8`.
    public func weight(of mediaType: MediaType) -> Int {
        guard !ranges.isEmpty else { return 1000 }
        var best: (weight: Int, specificity: Int)?
        for range in ranges {
            guard let specificity = range.specificity(for: mediaType), specificity > best?.specificity ?? -1 else {
                continue
            }
            best = (range.weight, specificity)
        }
        return best?.weight ?? 0
    }

    /// The type with the highest weight, the first among equals, or nil if none is acceptable.
    public func preferred(of mediaTypes: [MediaType]) -> MediaType? {
        var best: (MediaType, weight: Int)?
        for mediaType in mediaTypes {
            let weight = weight(of: mediaType)
            if weight > best?.weight ?? 0 { best = (mediaType, weight) }
        }
        return best?.0
    }

    /// Splits at commas outside quoted strings.
    private static func elements(of field: String) -> [String] {
        var elements: [String.UnicodeScalarView] = [.init()]
        var isQuoted = false
        var isEscaped = false
        for scalar in field.unicodeScalars {
            if scalar == ",", !isQuoted {
                elements.append(.init())
                continue
            }
            elements[elements.count - 1].append(scalar)
            if scalar == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && scalar == "\\" && !isEscaped
        }
        return elements.map { String($0) }
    }
}

extension AcceptedMediaTypes.Range {
    /// Separates the weight from the parameters; extensions after it are ignored.
    init(_ element: MediaType) {
        let parameters = element.parameters.prefix { $0.name != "q" }
        mediaType = MediaType(
            uncheckedType: element.type,
            subtype: element.subtype,
            parameters: Array(parameters)
        )
        weight = element.parameter("q").map(Self.weight) ?? 1000
    }

    /// Greater for a range that is more specific for a type; nil if the type is not in the range.
    fileprivate func specificity(for type: MediaType) -> Int? {
        guard mediaType.type == "*" || mediaType.type == type.type,
            mediaType.subtype == "*" || mediaType.subtype == type.subtype
        else { return nil }
        let known = mediaType.parameters.filter { type.parameter($0.name) != nil }
        guard known.allSatisfy({ type.parameter($0.name)?.lowercased() == $0.value.lowercased() }) else { return nil }
        let levels = (mediaType.type == "*" ? 0 : 1) + (mediaType.subtype == "*" ? 0 : 1) + known.count
        // Among ranges that are equal otherwise, one without unknown parameters.
        return 2 * levels + (known.count == mediaType.parameters.count ? 1 : 0)
    }

    /// `0.25` as 250; 0, not acceptable, if it is malformed.
    private static func weight(_ text: String) -> Int {
        guard text.utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) }), let weight = Double(text), weight <= 1
        else { return 0 }
        return Int((weight * 1000).rounded())
    }
}

extension MediaType {
    /// Whether this type is in a range: `*/*`, `application/*`, or a type of which it has all parameters.
    public func matches(_ range: MediaType) -> Bool {
        (range.type == "*" || range.type == type) && (range.subtype == "*" || range.subtype == subtype)
            && range.parameters.allSatisfy { expected in
                parameter(expected.name).map { $0.lowercased() == expected.value.lowercased() } ?? false
            }
    }
}
