extension SourceReader.Reading {
    /// Applies the changes of the source, or builds the rows again.
    ///
    /// - Parameters:
    ///   - apply: Applies changes. Returns false if the rows have to be built again.
    ///   - makeAnew: Builds the rows from all rows of the source.
    @export(implementation)
    @inline(__always)
    func follow(
        _ apply: (ContiguousArray<TreeChange<UInt64, Element>>) -> Bool,
        anew makeAnew: () -> Void
    ) {
        switch self {
        case .same: break
        case .changes(let changes): if !apply(changes) { makeAnew() }
        case .anew: makeAnew()
        }
    }
}

/// Applies the changes of two sources, of which both readers show the current rows, or builds the rows again.
@export(implementation)
@inline(__always)
func follow<First, Second>(
    _ first: SourceReader<First>.Reading,
    _ applyFirst: (ContiguousArray<TreeChange<UInt64, First>>) -> Void,
    _ second: SourceReader<Second>.Reading,
    _ applySecond: (ContiguousArray<TreeChange<UInt64, Second>>) -> Void,
    anew makeAnew: () -> Void
) {
    switch (first, second) {
    case (.same, .same): break
    case (.anew, _), (_, .anew): makeAnew()
    case (.changes(let changes), .same): applyFirst(changes)
    case (.same, .changes(let changes)): applySecond(changes)
    case (.changes(let changes), .changes(let others)):
        applyFirst(changes)
        applySecond(others)
    }
}
