/// All rows, in the order in which they are printed.
enum Table {
    static let memory = "Memory"

    /// What runs for long, and is measured on a fresh heap alone.
    static let feed = "Many small rows"

    static var places: [Row.Place] {
        groups.flatMap { group, benchmarks in
            benchmarks.flatMap { benchmark in
                benchmark.sizes.isEmpty
                    ? [Row.Place(group: group, benchmark: benchmark, size: nil)]
                    : benchmark.sizes.map { Row.Place(group: group, benchmark: benchmark, size: $0) }
            }
        }
    }

    private static var groups: [(String, [Benchmark])] {
        [
            ("Signals", SignalRows.all),
            ("Observables", ObservableRows.all),
            ("Shapes of graphs", ShapeRows.all),
            ("Selections", SelectionRows.all),
            ("Subscribing and switching", SwitchRows.all),
            ("Making and dropping", MakingRows.all),
            ("Stores", StoreRows.all),
            ("Middleware and histories", MiddlewareRows.all),
            ("Bridges and effects", BridgeRows.all),
            ("Every order", ExploreRows.all),
            ("Tables", TableRows.all),
            ("Live data", DataRows.all + LiveRows.all),
            ("Entities", EntityRows.all),
            ("Off line", JournalRows.all),
            (feed, FeedRows.all),
            ("A large sheet", SheetRows.all),
            (memory, MemoryRows.all + [EntityRows.memory, FeedRows.memory]),
        ]
    }
}
