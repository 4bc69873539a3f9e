import Dispatch
import Foundation
import Synchronization

/// Whether the calling code runs where the main actor does: on the main thread, or, where a program has given its main
/// thread up to wait, as asynchronous ones do on Linux, on whichever thread serves the main queue.
package var isOnMain: Bool { withTurn { $0.isOnMain } }

extension Turn {
    /// Whether the calling code, whose turn this is, runs where the main actor does.
    var isOnMain: Bool { isOnMainThread || servesMainQueue }
}

private var servesMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueMark) == true }

private let mainQueueMark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

/// Where something belongs, as far as a `deinit` can know it: with the main actor, or elsewhere.
///
/// What was made and used where the main actor runs, and nowhere else, is taken for the main actor's: either it is, or
/// what it belongs to is itself going there. To have been made there alone does not tell: the initialiser of an actor
/// runs on the thread of whoever makes it.
package struct Home: ~Copyable {
    private let isTakenForMain: Atomic<Bool>

    /// - Parameter isOnMain: Whether it is made where the main actor runs.
    package init(_ isOnMain: Bool) { isTakenForMain = Atomic(isOnMain) }

    /// Notes that it is used on the calling thread.
    package func noteUse() {
        if isTakenForMain.load(ordering: .relaxed), !isOnMain { isTakenForMain.store(false, ordering: .relaxed) }
    }

    /// Whether a `deinit` on the calling thread may take it for being at home.
    package var isHere: Bool { isTakenForMain.load(ordering: .relaxed) && isOnMain }
}
