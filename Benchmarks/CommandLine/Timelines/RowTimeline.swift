import FeedReader
import Millrace
import MillraceTerminal

/// A timeline of many small rows that are made elsewhere, in a list: as an app builds it.
final class RowTimeline {
    let posts: Variable<MillraceData.Table<SampledPost>>
    let list = TerminalListRenderer<SampledPost.RowID>()

    private let domain = ThreadDomain()
    private let making = Activity()
    private let display: TimelineDisplay
    private var kept: [Any] = []

    /// The longest time for which the thread was held up, in nanoseconds.
    private(set) var longestHoldUp = 0.0

    /// Whether hold-ups are measured, which takes time itself.
    private let timesHoldUps: Bool

    init(_ posts: [SampledPost], on display: TimelineDisplay, timesHoldUps: Bool = false) {
        self.timesHoldUps = timesHoldUps
        self.posts = Variable(MillraceData.Table(posts))
        self.display = display
    }

    /// Begins to make rows.
    func open() {
        let columns = display.size.columns
        list.resize(to: display.size)
        let rows = posts.live().flatMap(
            on: ActorScheduler(domain),
            nearest: list.firstSeen,
            tracking: making
        ) { post in post.rows(columns: columns) }
        let (display, region) = (display, TerminalRegion(size: display.size))
        let drawing = list.list.observe { list in
            var canvas = TerminalCanvas(size: region.size)
            canvas.draw(list, in: region)
            display.show(canvas)
        }
        kept = [rows.bind(to: list), drawing]
    }

    /// Reads it to its end, page by page, as fast as there is something to read.
    func read() {
        holdUp { open() }
        while let step { if step == .wait { runNext() } else { holdUp { list.move(.pageDown) } } }
    }

    private enum Step {
        case wait, turnPage
    }

    /// What to do next; nil at the end. No list is held while it changes: an app holds none.
    private var step: Step? {
        let isMaking = making.isInFlight.value
        let shown = list.list.value
        if isMaking, shown.seen.upperBound + 40 > shown.rowCount { return .wait }
        return shown.isAtEnd ? nil : .turnPage
    }

    /// Waits until all rows are made.
    func finish() { while making.isInFlight.value { runNext() } }

    private func runNext() { holdUp { domain.executor.runNext() } }

    private func holdUp(_ body: () -> Void) {
        if !timesHoldUps { return body() }
        let start = ProcessorTime()
        body()
        longestHoldUp = max(longestHoldUp, start.spent.thread)
    }
}
