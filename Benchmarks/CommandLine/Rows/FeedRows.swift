import FeedReader
import Millrace

/// A timeline of posts in dozens of shapes: many small rows that are made elsewhere, beside a post as one cell that is
/// prepared while it is drawn. Each post is read once; the drawing is the same.
enum FeedRows {
    private static let sizes = [170, 200, 1_012, 100_000]

    static var all: [Benchmark] {
        [
            reading("reading a timeline, its drawing", updatesScreen: false),
            reading("reading a timeline, with the screen", updatesScreen: true),
            work, holdUp, edit, batch,
        ]
    }

    /// The time of the domain's thread.
    ///
    /// A timeline of a few screens takes more a post: what is seen first is made in small batches, so that it is there
    /// soon, and each batch is a turn. Waiting for another thread is a tenth of it.
    private static func reading(_ name: String, updatesScreen: Bool) -> Benchmark {
        let aims: [Aim] = sizes.map { .ratio($0 < 1_000 ? 0.2 : 0.15, at: $0) }
        return Benchmark("\(name), posts", sizes: sizes, aims: aims) { size in
            scene(size) { posts in
                let timeline = RowTimeline(posts, on: TimelineDisplay(updatesScreen: updatesScreen))
                let raw = ProcessorTime()
                CellTimeline(posts: posts, display: TimelineDisplay(updatesScreen: updatesScreen)).read()
                let (cells, ours) = (raw.spent.thread, ProcessorTime())
                timeline.read()
                let rows = ours.spent.thread
                return withExtendedLifetime(timeline) { (cells, rows) }
            }
        }
    }

    /// The time of all threads.
    private static var work: Benchmark {
        let aims: [Aim] = [.ratio(1.3, at: 1_012), .ratio(1.5, at: 100_000)]
        return Benchmark("likewise, the time of all threads, posts", sizes: sizes, aims: aims) { size in
            scene(size) { posts in
                let (first, second) = (TimelineDisplay(updatesScreen: true), TimelineDisplay(updatesScreen: true))
                let timeline = RowTimeline(posts, on: second)
                let raw = ProcessorTime()
                CellTimeline(posts: posts, display: first).read()
                first.finish()
                let (cells, ours) = (raw.spent.process, ProcessorTime())
                timeline.read()
                second.finish()
                let rows = ours.spent.process
                return withExtendedLifetime(timeline) { (cells, rows) }
            }
        }
    }

    /// The longest time for which the thread is held up, by whatever it is.
    private static var holdUp: Benchmark {
        let aims: [Aim] = [.nanoseconds(2_000_000, at: 1_012), .nanoseconds(4_000_000, at: 100_000)]
        return Benchmark("the longest hold-up, posts", sizes: sizes, aims: aims) { size in
            let posts = SampledPost.posts(size)
            return Scene(
                run: { isQuick in
                    let read = isQuick ? Array(posts.prefix(1_012)) : posts
                    let display = TimelineDisplay(updatesScreen: true)
                    let timeline = RowTimeline(read, on: display, timesHoldUps: true)
                    timeline.read()
                    return (nil, timeline.longestHoldUp)
                },
                runs: runs(size)
            )
        }
    }

    /// One post changes that is seen; by hand it is drawn again.
    private static var edit: Benchmark {
        let aims: [Aim] = [.nanoseconds(500_000, at: 100_000), .growth(1.5, at: 100_000)]
        return Benchmark("an edit of one, shown, posts", sizes: sizes, aims: aims) { size in
            let cells = CellTimeline(posts: [], display: TimelineDisplay(updatesScreen: true))
            let opened = OpenTimeline(size)
            return Scene(run: { isQuick in
                let timeline = opened.timeline(isQuick)
                var post = opened.posts[timeline.posts.value.count / 2]
                if let row = post.rows(columns: 80).first { timeline.list.go(to: row.id) }
                let edits = 50
                let raw = ProcessorTime()
                for time in 0..<edits {
                    post.level = 1 - time % 2
                    cells.show(post)
                }
                let (cells, ours) = (raw.spent.thread, ProcessorTime())
                for time in 0..<edits {
                    post.level = 1 - time % 2
                    timeline.posts.update { $0[id: post.id] = post }
                    timeline.finish()
                }
                return (cells / Double(edits), ours.spent.thread / Double(edits))
            })
        }
    }

    /// Every fourth post changes at once: that turn. By hand, so to say, are the same changes of the table, of which an
    /// observer is told.
    private static var batch: Benchmark {
        let name = "every fourth post changes at once, the turn"
        return Benchmark("\(name), posts", sizes: sizes, aims: [.ratio(1.5, at: 100_000)]) { size in
            let opened = OpenTimeline(size)
            let plain = Variable(MillraceData.Table(opened.posts))
            let observation = plain.live().observeChanges { _ in }
            func change(_ posts: Variable<MillraceData.Table<SampledPost>>) -> Double {
                let start = ProcessorTime()
                posts.update { table in
                    for place in stride(from: 0, to: table.count, by: 4) { table[place].level = 1 - table[place].level }
                }
                return start.spent.thread / Double(max(1, posts.value.count / 4))
            }
            return Scene(
                run: { isQuick in
                    let timeline = opened.timeline(isQuick)
                    defer { timeline.finish() }
                    return (change(plain), change(timeline.posts))
                },
                kept: [observation]
            )
        }
    }

    /// What the rows of a post hold, made and in a list.
    static var memory: Benchmark {
        Benchmark("\(Table.feed): a post, with its rows in a list, of", sizes: sizes, aims: []) { size in
            let posts = SampledPost.posts(size)
            return Scene(footprint: {
                Footprint(of: 1, each: posts.count) {
                    let timeline = RowTimeline(posts, on: TimelineDisplay(updatesScreen: true))
                    timeline.open()
                    timeline.finish()
                    return timeline
                }
            })
        }
    }

    /// How often is read in one process: many posts take long.
    private static func runs(_ size: Int) -> Int { size < 10_000 ? 9 : 1 }

    private static func scene(
        _ size: Int,
        _ run: @escaping ([SampledPost]) -> (raw: Double?, ours: Double)
    ) -> Scene {
        let posts = SampledPost.posts(size)
        return Scene(
            run: { isQuick in
                let read = isQuick ? Array(posts.prefix(1_012)) : posts
                let (raw, ours) = run(read)
                return (raw.map { $0 / Double(read.count) }, ours / Double(read.count))
            },
            runs: runs(size)
        )
    }
}

/// A timeline all of whose rows are made, once it is needed.
private final class OpenTimeline {
    let posts: [SampledPost]
    private var opened: RowTimeline?

    init(_ size: Int) { posts = SampledPost.posts(size) }

    /// Opens it, with fewer posts where there is no time.
    func timeline(_ isQuick: Bool) -> RowTimeline {
        if let opened { return opened }
        let read = isQuick ? Array(posts.prefix(1_012)) : posts
        let timeline = RowTimeline(read, on: TimelineDisplay(updatesScreen: true))
        timeline.open()
        timeline.finish()
        opened = timeline
        return timeline
    }
}
