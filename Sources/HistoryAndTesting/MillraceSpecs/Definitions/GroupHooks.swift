/// A `beforeEach`, `justBeforeEach` or `afterEach`.
struct Hook {
    let name: String
    let location: SourcePlace
    let body: Body<ExampleMetadata>
}

/// An `aroundEach`.
struct AroundHook {
    let location: SourcePlace
    let body: AroundBody
}

/// A hook with its position in the run of an example.
enum GroupHook {
    case before(Hook), around(AroundHook), justBefore(Hook), after(Hook), last(Hook)
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

    mutating func add(_ hook: GroupHook) {
        switch hook {
        case .before(let hook): entries.append(.before(hook))
        case .around(let hook): entries.append(.around(hook))
        case .justBefore(let hook): justBefore.append(hook)
        case .after(let hook): after.append(hook)
        case .last(let hook): last.append(hook)
        }
    }
}

/// A `beforeSuite` or `afterSuite`.
struct SuiteHook {
    let name: String
    let location: SourcePlace
    let body: Body<Void>
}

/// The hooks of the whole spec, in the order in which they were written.
struct SuiteHooks {
    var before: [SuiteHook] = []
    var after: [SuiteHook] = []
}
