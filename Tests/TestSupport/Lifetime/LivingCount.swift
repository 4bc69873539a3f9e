import MillraceTesting
import Synchronization

extension Scene {
    /// An instance that this scene tracks.
    package func instance(_ number: Int = 0) -> Tracked { track(Tracked(number)) }

    /// The same closure with an instance among what it captures.
    package func watching<Input, Output>(_ body: @escaping (Input) -> Output) -> (Input) -> Output {
        instance().captured(by: body)
    }
}

/// Counts the instances that are alive, whichever thread makes and releases them: for specs in which a scene, which
/// tells only what is left in the end, is not enough.
package final class LivingCount: Sendable {
    fileprivate let instances = Atomic<Int>(0)

    package init() {}

    /// How many instances are alive.
    package var count: Int { instances.load(ordering: .acquiring) }

    /// An instance that is counted for as long as it lives.
    package func instance(_ number: Int = 0) -> Tracked { Tracked(number, in: self) }

    /// The same closure with an instance among what it captures.
    package func watching<Input, Output>(_ body: @escaping (Input) -> Output) -> (Input) -> Output {
        instance().captured(by: body)
    }
}

/// An object that is tracked or counted: in values, in the states of operators, among what closures capture. It may be
/// released on any thread.
package final class Tracked: Sendable {
    package let number: Int
    private let living: LivingCount?

    package init(_ number: Int = 0, in living: LivingCount? = nil) {
        self.number = number
        self.living = living
        living?.instances.add(1, ordering: .relaxed)
    }

    deinit { living?.instances.subtract(1, ordering: .releasing) }

    /// Does nothing: a closure that calls it captures this.
    package func touch() {}

    /// The same closure with this among what it captures.
    package func captured<Input, Output>(by body: @escaping (Input) -> Output) -> (Input) -> Output {
        { input in withExtendedLifetime(self) { body(input) } }
    }
}
