import MillraceSpecs
import Synchronization

extension Scene {
    /// An instance that this scene tracks.
    func instance(_ number: Int = 0) -> Tracked { track(Tracked(number)) }

    /// The same closure with an instance among what it captures.
    func watching<Input, Output>(_ body: @escaping (Input) -> Output) -> (Input) -> Output {
        instance().captured(by: body)
    }
}

/// Counts the instances that are alive, whichever thread makes and releases them: where a scene, which asks for what is
/// left in the end, does not do.
final class LivingCount: Sendable {
    fileprivate let instances = Atomic<Int>(0)

    /// How many instances are alive.
    var count: Int { instances.load(ordering: .acquiring) }

    /// An instance that this census counts for as long as it lives.
    func instance(_ number: Int = 0) -> Tracked { Tracked(number, in: self) }

    /// The same closure with an instance among what it captures.
    func watching<Input, Output>(_ body: @escaping (Input) -> Output) -> (Input) -> Output {
        instance().captured(by: body)
    }
}

/// An object that is tracked or counted: in values, in the states of operators, among what closures capture.
final class Tracked: Sendable {
    let number: Int
    private let living: LivingCount?

    init(_ number: Int, in living: LivingCount? = nil) {
        self.number = number
        self.living = living
        living?.instances.add(1, ordering: .relaxed)
    }

    deinit { living?.instances.subtract(1, ordering: .releasing) }

    /// The same closure with this among what it captures.
    func captured<Input, Output>(by body: @escaping (Input) -> Output) -> (Input) -> Output {
        { input in withExtendedLifetime(self) { body(input) } }
    }
}

/// Runs a closure when it is released: what user code does in a `deinit`.
final class Farewell {
    private let say: () -> Void

    init(_ say: @escaping () -> Void) { self.say = say }

    deinit { say() }
}
