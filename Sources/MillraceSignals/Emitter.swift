/// A signal that one can send into.
///
/// ```swift
/// let searches = Emitter<String>()
/// searches.send("bridge")
/// ```
///
/// Hand it out as a ``Signal`` where others shall only observe. An emitter that is released falls silent; only
/// ``finish()`` finishes.
public final class Emitter<Value>: Signal<Value> {
    /// Makes an emitter without observers.
    ///
    /// - Parameter home: Where the emitter belongs, if that is said and not learned: see ``Home``.
    public init(in home: Home? = nil) {
        super.init(connect: nil)
        hub.isRoot = true
        hub.takesHome(home)
    }

    /// Calls every observer with a value, before it returns.
    ///
    /// Called while a value of this emitter is being delivered, the new value waits until the one before has reached
    /// every observer, and is delivered before the outermost `send` returns. 100,000 answers to answers on end are
    /// taken for a circle that never ends, and stopped with an error. After ``finish()`` nothing is sent.
    ///
    /// - Complexity: O(n) for n observers. Nothing is allocated.
    @inlinable
    public func send(_ value: Value) { hub.send(value) }

    /// Tells every observer that nothing more will come. Later observers are told at once.
    public func finish() { hub.finish() }
}

extension Emitter where Value == Void {
    /// Calls every observer.
    @inlinable
    public func send() { send(()) }
}
