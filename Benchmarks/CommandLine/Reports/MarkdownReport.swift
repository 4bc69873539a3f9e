import Foundation

/// The rows as the page `Documentation/Contributing/Benchmarks.md`.
struct MarkdownReport {
    let rows: [Row]

    var text: String {
        let verdicts = rows.flatMap(\.aims).compactMap(\.isMet)
        var page = """
            # Benchmarks

            What Millrace costs, beside the same work done by hand. This page is generated; do not edit it:

            ```sh
            MILLRACE_BENCHMARKS=1 swift run -c release benchmarks --markdown > Documentation/Contributing/Benchmarks.md
            ```

            Measured on \(Machine.description).
            Take the ratios, not the times, and measure on your own machine: [Contributing](../../CONTRIBUTING.md#measure) says
            how, and how to see what a change has made slower.

            - **raw** is the work done by hand, as tight as it can be: closures in constants, no thunks around them,
              nothing counted but what is handed on by value, nothing looked up that need not be. A direct call of a closure is
              the limit of what any framework can reach.
            - **written** is the work done by hand as one would really have written it, where that differs: a list of
              closures in an object, a property with a `didSet`, a reducer.
            - **ours** is Millrace, called from another module, as users call it. Times are nanoseconds an event: a delivery, a
              node, an action. **× raw** is the ratio, and how far from it a repetition may lie.
            - **growth** is ours to that of the row's smallest size: 1.00 is a cost that does not depend on the size.
            - **used heap** is ours where the heap had been in use for long before anything was made, so that what belongs
              together lies scattered.
            - A timeline of a few screens (170 and 200 posts) has a higher aim than a long one: what is seen first is made in
              small batches, so that it is there soon, and each batch is a turn. Waiting for another thread is a tenth of it.
            - **blocks** are those that are allocated for an event. **deliveries** is how often an observer is called.

            Medians of three processes a row, each of 25 rounds in which the lanes take turns. A lane runs once before it is
            timed: what the lane before has left in the caches is not charged to it. \(verdicts.filter { $0 }.count) of
            \(verdicts.count) aims are met.

            """
        for group in groups {
            page += "\n## \(group)\n\n"
            page += group == Table.memory ? memory(of: group) : times(of: group)
        }
        return page
    }

    private var groups: [String] {
        rows.map(\.group).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private func fresh(_ group: String) -> [Row] { rows.filter { $0.group == group && $0.heap == .fresh } }

    private func times(of group: String) -> String {
        var table = """
            | row | raw | written | ours | × raw | growth | used heap | blocks | deliveries | aim |
            | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |

            """
        for row in fresh(group) {
            let used = rows.first { $0.heap == .used && $0.title == row.title && $0.group == group }
            table += cells([
                row.title, Figures.time(row.raw), Figures.time(row.written), Figures.time(row.ours),
                "\(Figures.ratio(row.ratio)) ± \(Figures.ratio(row.noise))", Figures.ratio(row.growth),
                Figures.time(used?.ours), Figures.count(row.allocations), row.deliveries.map { $0.grouped } ?? "",
                row.aims.map(\.sentence).joined(separator: "; "),
            ])
        }
        return table
    }

    private func memory(of group: String) -> String {
        var table = """
            What one of each holds while it lives, an average of a thousand: blocks of the allocator, and bytes as it rounds
            them.

            | thing | blocks | bytes | aim |
            | --- | ---: | ---: | --- |

            """
        for row in fresh(group) {
            let aims = row.aims.map(\.sentence).joined(separator: "; ")
            table += cells([row.title, Figures.count(row.blocks), Figures.count(row.bytes), aims])
        }
        return table
    }

    private func cells(_ columns: [String]) -> String { "| \(columns.joined(separator: " | ")) |\n" }
}

/// The machine in general words.
private enum Machine {
    static var description: String {
        "\(ProcessInfo.processInfo.activeProcessorCount) cores of \(processor) under \(system), \(compiler), built for release"
    }

    private static var processor: String {
        #if arch(x86_64)
        "an x86-64 processor"
        #elseif arch(arm64)
        "a 64-bit ARM processor"
        #else
        "a processor"
        #endif
    }

    private static var system: String {
        #if os(Linux)
        "Linux"
        #elseif os(macOS)
        "macOS"
        #else
        "another system"
        #endif
    }

    private static var compiler: String {
        #if compiler(>=6.4)
        "Swift 6.4 or later"
        #elseif compiler(>=6.3)
        "Swift 6.3"
        #else
        "Swift 6.2"
        #endif
    }
}
