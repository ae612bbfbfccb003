import Messages

/// Framing that is changed after a message was rendered: rare, so it works on the lines of the head as they are.
extension Response {
    /// The message in other framing: with one field less, one line more at the head's end, and another body.
    ///
    /// Nil when the message has no head.
    func reframed(without name: String, adding line: String, body: [UInt8]) -> Response? {
        guard let lines = headLines else { return nil }
        var head = [UInt8](lines.filter { !$0.hasName(name) }.joined(separator: [0x0A]))
        if head.last == 0x0D { head.removeLast() }
        head += [UInt8]("\r\n\(line)\r\n".utf8)
        var framed = self
        framed.message = head + body
        framed.headLength = head.count
        framed.dates = dates.compactMap { moved($0, into: head) }
        return framed
    }

    /// Whether the head has a field of this name, given in lower case.
    func hasField(_ name: String) -> Bool {
        headLines?.contains { $0.hasName(name) } ?? false
    }

    /// The lines of the head without its closing empty one.
    private var headLines: [ArraySlice<UInt8>]? {
        guard headLength >= 4, headLength <= message.count else { return nil }
        return message[..<(headLength - 4)].split(separator: 0x0A, omittingEmptySubsequences: false)
    }

    /// The same stamp in a head from which a line may be missing.
    private func moved(_ date: DateStamp, into head: [UInt8]) -> DateStamp? {
        guard date.offset >= 0, date.offset < headLength else { return nil }
        let start = message[..<date.offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let line = message[start...].prefix { $0 != 0x0A }
        guard let place = head.firstRange(of: line)?.lowerBound else { return nil }
        return DateStamp(offset: place + date.offset - start, secondsAhead: date.secondsAhead)
    }
}

extension ArraySlice<UInt8> {
    /// Whether the line is a field of this name, given in lower case.
    fileprivate func hasName(_ name: String) -> Bool {
        var index = startIndex
        for byte in name.utf8 {
            guard index < endIndex, self[index].lowercased == byte else { return false }
            index += 1
        }
        return index < endIndex && self[index] == UInt8(ascii: ":")
    }
}
