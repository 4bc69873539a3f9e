/// A `beforeEach`, `justBeforeEach` or `afterEach`.
struct Hook {
    let name: String
    let location: SourcePlace
    let body: Body
}

/// An `aroundEach`.
struct AroundHook {
    let location: SourcePlace
    let body: AroundBody
}

/// The hooks of one group, in the order in which they were written.
struct Hooks {
    enum Entry {
        case before(Hook), around(AroundHook)
    }

    /// The hooks that lead into the group: `beforeEach` and `aroundEach`.
    var entries: [Entry] = []
    var justBefore: [Hook] = []
    var after: [Hook] = []
    /// The hooks that release fixtures, after everything else of the group.
    var last: [Hook] = []
}
