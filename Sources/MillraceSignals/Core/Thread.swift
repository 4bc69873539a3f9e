import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

// What a thread has exactly one of: its running turn. This file is the only one that keeps state for a thread.
//
// A graph lives in one isolation domain, and a turn is synchronous, so the turn that runs on the calling thread is the
// only one that can concern the calling code. Finding it costs one thread-local look-up.

/// The calling thread's turn, made at its first use and released when the thread ends.
///
/// The reference is borrowed: the thread owns its turn for as long as any code runs on it. A free function, since a
/// static member of the class would fetch the class's metadata at each call.
@usableFromInline
package func currentTurn() -> Unmanaged<Turn> {
    if let found = pthread_getspecific(TurnSlot.key) { return .fromOpaque(found) }
    return TurnSlot.makeTurn()
}

/// Calls `body` with the calling thread's turn, without counting references.
@inlinable
@inline(__always)
package func withTurn<Result>(_ body: (Turn) -> Result) -> Result {
    currentTurn()._withUnsafeGuaranteedRef(body)
}

/// The thread-local slot that holds the turn.
enum TurnSlot {
    /// The key of the thread-local slot: written once, by whichever thread comes first.
    fileprivate static var key: pthread_key_t {
        let stored = keyPlusOne.load(ordering: .relaxed)
        return stored != 0 ? stored &- 1 : makeKey()
    }

    /// Zero until the key is made. An atomic that is initialised in place spares every set the call of a lazy
    /// initialiser: 3 ns of the 10 that setting a variable takes.
    private static let keyPlusOne = Atomic<pthread_key_t>(0)

    @inline(never)
    private static func makeKey() -> pthread_key_t {
        var made = pthread_key_t()
        #if canImport(Darwin)
        let status = pthread_key_create(&made) { Unmanaged<Turn>.fromOpaque($0).release() }
        #else
        let status = pthread_key_create(&made) { pointer in
            if let pointer { Unmanaged<Turn>.fromOpaque(pointer).release() }
        }
        #endif
        guard status == 0 else {
            stop("Turn: the process has no thread-local slot left. To fix: free one (pthread_key_delete).")
        }
        let (stored, isFirst) = exchangeKey(made + 1)
        if !isFirst { pthread_key_delete(made) }
        return stored &- 1
    }

    private static func exchangeKey(_ value: pthread_key_t) -> (stored: pthread_key_t, isFirst: Bool) {
        let (exchanged, original) = keyPlusOne.compareExchange(
            expected: 0,
            desired: value,
            ordering: .acquiringAndReleasing
        )
        return exchanged ? (value, true) : (original, false)
    }

    @inline(never)
    fileprivate static func makeTurn() -> Unmanaged<Turn> {
        let made = Unmanaged.passRetained(Turn.make())
        pthread_setspecific(key, made.toOpaque())
        return made
    }

    /// Puts another turn in the place of the calling thread's. Whoever does keeps both, and puts the former one back.
    static func set(_ turn: Turn) { pthread_setspecific(key, Unmanaged.passUnretained(turn).toOpaque()) }

    /// A number that no other turn has.
    static func nextNumber() -> UInt64 { threadCount.add(1, ordering: .relaxed).newValue }

    /// Numbers the turns, so that two of them never give a traversal the same number.
    private static let threadCount = Atomic<UInt64>(0)
}

extension Turn {
    /// A turn for the calling thread.
    static func make() -> Turn {
        Turn(isOnMainThread: Thread.isMainThread, firstTraversal: TurnSlot.nextNumber() << 40)
    }
}
