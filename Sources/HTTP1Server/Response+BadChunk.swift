extension Response {
    /// The line that no one can read as a chunk's size.
    static let badChunkLine = [UInt8]("not-a-chunk-size\r\n".utf8)

    /// The bytes of the fault `garbage`: no HTTP.
    static let garbage: [UInt8] = [0xEF, 0xBF, 0xBD, 0x00, 0x1B, 0x7F] + [UInt8]("this is not HTTP\r\n\r\n".utf8)

    /// This response framed so that a chunk of nonsense can follow what its fault lets through.
    ///
    /// A message that is chunked already stays as it is.
    func framedForBadChunk(hasBody: Bool) -> Response {
        guard let fault, headLength >= 4, headLength <= message.count else { return self }
        var lines = message[..<(headLength - 4)].split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.contains(where: { $0.hasName("transfer-encoding") }) { return self }
        lines.removeAll { $0.hasName("content-length") }
        var head = [UInt8](lines.joined(separator: [0x0A]))
        if head.last == 0x0D { head.removeLast() }
        head += [UInt8]("\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        var framed = self
        framed.headLength = head.count
        framed.dates = dates.compactMap { moved($0, into: head) }
        framed.fault = WireFault(.badChunk, .afterBodyBytes(.max))
        if case .afterBodyBytes(let count) = fault.phase, hasBody {
            head += Self.chunk(message[headLength...].prefix(max(0, count)))
        }
        framed.message = head
        return framed
    }

    /// The same stamp in a head from which a line may be missing.
    private func moved(_ date: DateStamp, into head: [UInt8]) -> DateStamp? {
        guard date.offset >= 0, date.offset < headLength else { return nil }
        let start = message[..<date.offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let line = message[start...].prefix { $0 != 0x0A }
        guard let place = head.firstRange(of: line)?.lowerBound else { return nil }
        return (offset: place + date.offset - start, secondsAhead: date.secondsAhead)
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
