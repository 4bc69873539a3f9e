import MillraceBase

/// A `beforeEach`, `justBeforeEach` or `afterEach`, or, without an input, a `beforeSuite` or `afterSuite`.
struct Hook<Input> {
    let name: String
    let location: CallSite
    let body: (Input) throws -> Void
}

/// An `aroundEach`.
struct AroundHook {
    let location: CallSite
    let body: (ExampleMetadata, () -> Void) throws -> Void
}

/// The hooks of one group, in the order in which they were written.
struct Hooks {
    enum Entry {
        case before(Hook<ExampleMetadata>), around(AroundHook)
    }

    /// The hooks that lead into the group: `beforeEach` and `aroundEach`.
    var entries: [Entry] = []
    var justBefore: [Hook<ExampleMetadata>] = []
    var after: [Hook<ExampleMetadata>] = []
    /// The hooks that release fixtures, after everything else of the group.
    var last: [Hook<ExampleMetadata>] = []
}

/// The hooks of the whole spec, in the order in which they were written.
struct SuiteHooks {
    var before: [Hook<Void>] = []
    var after: [Hook<Void>] = []
}
