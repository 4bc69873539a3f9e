/// A signal that values can be sent into.
///
/// ```swift
/// let searches = Emitter<String>()
/// searches.send("bridge")
/// ```
///
/// Hand it out as a ``Signal`` to code that only observes it. A released emitter falls silent; only ``finish()``
/// finishes.
public final class Emitter<Value>: Signal<Value> {
    /// Creates an emitter without observers.
    ///
    /// - Parameter home: Where the emitter belongs, if this is specified and not learned: see ``Home``.
    public init(in home: Home? = nil) {
        super.init(connect: nil)
        hub.isRoot = true
        hub.takeHome(home)
    }

    /// Sends a value to every observer before it returns.
    ///
    /// If it is called while a value of this emitter is being delivered, the new value waits until that delivery has
    /// reached every observer, and is delivered before the outermost `send` returns. After 100,000 nested answers in a
    /// row it stops with an error, because the observers trigger each other without end. After ``finish()`` nothing is
    /// sent.
    ///
    /// - Complexity: O(n) for n observers. Nothing is allocated.
    @export(implementation)
    public func send(_ value: Value) { hub.send(value) }

    /// Finishes the signal: notifies every observer that no value will come. Later observers are notified at once. O(n)
    /// for n observers.
    public func finish() { hub.finish() }
}

extension Emitter where Value == Void {
    /// Calls every observer: see ``Emitter/send(_:)``.
    @export(implementation)
    public func send() { send(()) }
}
