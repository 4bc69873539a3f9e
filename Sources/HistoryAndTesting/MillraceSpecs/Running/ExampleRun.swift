import MillraceBase
import XCTest

/// One run of an example: its hooks and its body, in order.
///
/// Group by group inwards, the `beforeEach` and the beginnings of the `aroundEach`, as written; then every
/// `justBeforeEach`, from the outermost group inwards; the body; and group by group outwards the ends of the
/// `aroundEach`, last first, and the `afterEach`, as written. An error before the body skips the rest up to the body;
/// the way outwards is taken for every group that was entered. Then the checks for the end of the example run (see
/// `RunningExample.atEnd`), and last the `@TestState` variables are cleared, which may be read until then.
final class ExampleRun {
    private let example: Example
    private let metadata: ExampleMetadata
    private let running: RunningExample
    private var skip: XCTSkip?
    private var hasThrown = false

    /// The hooks that clear the variables of the groups that were entered, innermost first.
    private var clearing: [Hook<ExampleMetadata>] = []

    init(_ example: Example, _ metadata: ExampleMetadata, reportingTo running: RunningExample) {
        self.example = example
        self.metadata = metadata
        self.running = running
    }

    /// Runs the example, and returns the skip that a hook or the body threw, if any.
    func run() -> XCTSkip? {
        enter(0)
        if !hasThrown { running.check() }
        for hook in clearing { _ = succeeds(hook) }
        return skip
    }

    private func enter(_ depth: Int) {
        guard depth < example.levels.count else { return runBody() }
        let hooks = example.levels[depth]
        pass(hooks.entries[...]) { enter(depth + 1) }
        for hook in hooks.after { _ = succeeds(hook) }
        clearing += hooks.last
    }

    /// Runs the hooks that lead into a group, and then its content.
    private func pass(_ entries: ArraySlice<Hooks.Entry>, into inside: () -> Void) {
        switch entries.first {
        case nil: inside()
        case .before(let hook): if succeeds(hook) { pass(entries.dropFirst(), into: inside) }
        case .around(let hook): surround(hook) { pass(entries.dropFirst(), into: inside) }
        }
    }

    private func surround(_ hook: AroundHook, _ inside: () -> Void) {
        var calls = 0
        let hasReturned = succeeds("aroundEach", at: hook.location) {
            try hook.body(metadata) {
                calls += 1
                if calls == 1 { inside() }
            }
        }
        if calls > 1 || (calls == 0 && hasReturned) {
            report(
                "aroundEach: ran the example \(calls) times. To fix: call what its closure gets once.",
                hook.location
            )
        }
    }

    private func runBody() {
        for hooks in example.levels {
            guard hooks.justBefore.allSatisfy(succeeds) else { return }
        }
        _ = succeeds(nil, at: example.location) { try example.body(metadata) }
    }

    private func succeeds(_ hook: Hook<ExampleMetadata>) -> Bool {
        succeeds(hook.name, at: hook.location) { try hook.body(metadata) }
    }

    /// Calls `body`, reports an error, and returns whether there was none.
    private func succeeds(_ name: String?, at location: CallSite, _ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch let thrown as XCTSkip {
            skip = skip ?? thrown
        } catch {
            if let issue = SpecIssue(thrown: error, by: name, at: location) { _ = running.record(issue) }
        }
        hasThrown = true
        return false
    }

    private func report(_ message: String, _ location: CallSite) {
        _ = running.record(SpecIssue(message, at: location))
    }
}
