/// Decides which streams with much input are read in a turn of the loop, so that they hold up no other stream.
///
/// Together they have a few milliseconds of each turn; when that is not enough for all, each is read once before one is
/// read again. Other streams are always read.
struct BulkTurns {
    /// The milliseconds after which a turn reads no more bulk.
    static let budget = 5

    private var turn = Int.min
    private var round = 0
    private var isContended = false
    private var hasSkipped = false

    /// Returns whether a stream is read.
    ///
    /// - Parameters:
    ///   - lastRound: The round in which the stream was last read, which changes if it is read; −1: none.
    ///   - turn: A number of the turn.
    ///   - elapsed: The milliseconds since the turn began.
    /// - Returns: false: in one of the next turns.
    mutating func allows(_ lastRound: inout Int, turn: Int, elapsed: Int) -> Bool {
        if turn != self.turn {
            self.turn = turn
            isContended = hasSkipped
            if !hasSkipped { round += 1 }
            hasSkipped = false
        }
        guard !isContended || lastRound != round else { return false }
        guard elapsed < Self.budget else {
            hasSkipped = true
            return false
        }
        lastRound = round
        return true
    }
}
