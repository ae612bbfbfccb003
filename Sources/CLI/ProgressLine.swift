import Contracts
import UV

/// The line that shows how far a run has come, on a terminal only.
struct ProgressLine {
    private let isShown: Bool
    private let style: ConsoleStyle
    private let interval = Duration.milliseconds(50)
    private var shownAt: Duration?

    init(isShown: Bool, isColoured: Bool) {
        self.isShown = isShown && StandardStream.error.isTerminal
        style = ConsoleStyle(isColoured: isColoured)
    }

    mutating func show(_ progress: RunProgress) {
        guard isShown, shownAt.map({ progress.elapsed - $0 >= interval }) ?? true else { return }
        shownAt = progress.elapsed
        let text = ProgressText(
            done: progress.done,
            total: progress.total,
            failed: progress.failed,
            left: progress.left,
            style: style
        )
        StandardStream.error.write("\r\u{1B}[K\(text.text)")
    }

    /// Leaves nothing of the line.
    func clear() {
        if isShown { StandardStream.error.write("\r\u{1B}[K") }
    }
}
