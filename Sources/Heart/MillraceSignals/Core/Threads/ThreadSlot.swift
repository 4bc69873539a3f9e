import MillraceBase
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

// Where the calling thread finds its state.

/// Returns the state of the calling thread, made at its first use and released when the thread ends.
///
/// The reference is borrowed: the thread owns its state for as long as any code runs on it. A free function, since a
/// static member of the class would fetch the class's metadata at each call.
@usableFromInline
package func currentThread() -> Unmanaged<ThreadState> { threadState() }

/// The same, for this module's own functions, where it is inlined.
@inline(__always)
func threadState() -> Unmanaged<ThreadState> {
    // The main thread's is found without the thread-local slot: 12 instructions instead of 27, in every assignment.
    if ThreadSlot.isOnMainThread, let found = ThreadSlot.mainState { return found }
    if let found = pthread_getspecific(ThreadSlot.key) { return .fromOpaque(found) }
    return ThreadSlot.makeState()
}

/// Calls `body` with the calling thread's state, without counting references.
@inline(__always)
func withThread<Result>(_ body: (ThreadState) -> Result) -> Result {
    threadState()._withUnsafeGuaranteedRef(body)
}

/// Releases a value when no turn of the calling thread is left to run.
@usableFromInline
package func letGoLater(_ value: Any) { withThread { $0.letGoLater(value) } }

/// The thread-local slot that holds the state.
enum ThreadSlot {
    /// The main thread, once it has a state, and that state. Zero before, and when it has ended. Only the main thread
    /// writes these, and only it uses the values that it reads in the second and the third.
    private static let mainThread = Atomic<UInt>(0)
    private static let mainAddress = Atomic<UInt>(0)

    /// The turn of that state; zero while it has none.
    private static let mainRunner = Atomic<UInt>(0)

    @inline(__always)
    fileprivate static var isOnMainThread: Bool { presentThread == mainThread.load(ordering: .relaxed) }

    /// The turn of the calling thread, if that is the main thread and has one.
    @inline(__always)
    static var runnerOfMainThread: UnsafeRawPointer? {
        isOnMainThread ? UnsafeRawPointer(bitPattern: mainRunner.load(ordering: .relaxed)) : nil
    }

    /// Notes the turn of a state, if that is the present one of the main thread.
    static func noteRunner(of state: ThreadState) {
        let address = UInt(bitPattern: Unmanaged.passUnretained(state).toOpaque())
        guard state.isOnMainThread, address == mainAddress.load(ordering: .relaxed) else { return }
        mainRunner.store(state.runner.map { UInt(bitPattern: $0.toOpaque()) } ?? 0, ordering: .relaxed)
    }

    @inline(__always)
    fileprivate static var mainState: Unmanaged<ThreadState>? {
        UnsafeRawPointer(bitPattern: mainAddress.load(ordering: .relaxed)).map { .fromOpaque($0) }
    }

    @inline(__always)
    private static var presentThread: UInt {
        #if canImport(Glibc)
        pthread_self()
        #else
        UInt(bitPattern: pthread_self())
        #endif
    }

    /// The key of the thread-local slot: written once, by the first thread.
    fileprivate static var key: pthread_key_t {
        let stored = keyPlusOne.load(ordering: .relaxed)
        return stored != 0 ? stored &- 1 : makeKey()
    }

    /// Zero until the key is made. An atomic that is initialised in place avoids a call of a lazy initialiser at each
    /// set: 3 ns of the 10 that setting a variable takes.
    private static let keyPlusOne = Atomic<pthread_key_t>(0)

    @inline(never)
    private static func makeKey() -> pthread_key_t {
        var made = pthread_key_t()
        #if canImport(Darwin)
        let status = pthread_key_create(&made) { ThreadSlot.end($0) }
        #else
        let status = pthread_key_create(&made) { pointer in
            if let pointer { ThreadSlot.end(pointer) }
        }
        #endif
        guard status == 0 else {
            stop("Turn: the process has no thread-local slot left. To fix: free one (pthread_key_delete).")
        }
        let (isFirst, stored) = keyPlusOne.compareExchange(
            expected: 0,
            desired: made + 1,
            ordering: .acquiringAndReleasing
        )
        if isFirst { return made }
        pthread_key_delete(made)
        return stored &- 1
    }

    @inline(never)
    fileprivate static func makeState() -> Unmanaged<ThreadState> {
        let made = Unmanaged.passRetained(ThreadState())
        set(made.takeUnretainedValue())
        return made
    }

    private static func end(_ state: UnsafeMutableRawPointer) {
        let state = Unmanaged<ThreadState>.fromOpaque(state).takeRetainedValue()
        if state.isOnMainThread {
            mainThread.store(0, ordering: .relaxed)
            mainAddress.store(0, ordering: .relaxed)
            mainRunner.store(0, ordering: .relaxed)
        }
        state.end()
    }

    /// Replaces the calling thread's state. The caller keeps both states alive, and restores the previous one.
    static func set(_ state: ThreadState) {
        let pointer = Unmanaged.passUnretained(state).toOpaque()
        pthread_setspecific(key, pointer)
        guard state.isOnMainThread else { return }
        mainAddress.store(UInt(bitPattern: pointer), ordering: .relaxed)
        noteRunner(of: state)
        mainThread.store(presentThread, ordering: .relaxed)
    }
}
