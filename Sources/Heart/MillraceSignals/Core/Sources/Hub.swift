import MillraceBase
import Synchronization

/// The observers of a signal, and the delivery of values to them.
///
/// A hub is owned by its signal, which is above it, and by the links through which values arrive, which are below other
/// hubs. Its only references upward are for unlinking those links.
@usableFromInline
package final class Hub<Value>: AnyHub {
    /// Values that were sent during a delivery and wait until it is over.
    @exclusivity(unchecked) @usableFromInline var waiting: [Value] = []

    @inlinable
    override package init() { super.init() }

    override var kind: String { "\(isRoot ? "Emitter" : "Signal")<\(Value.self)>" }

    /// Calls every observer with a value, in the order in which they began to observe.
    ///
    /// During a delivery the value waits until that delivery has reached every observer.
    ///
    /// A chain of signals recurses as deep as it is long, so stack frames are small (law O6): whatever needs room is
    /// done by functions of its own. With the optimiser this is a part of every operator's closure, and the loop, which
    /// is rarely needed, is not. Without it, each of these functions would have a frame.
    #if DEBUG
    @inlinable
    package func send(_ value: Value) {
        if isDelivering { return postpone(value) }
        guard var cursor = first, let end = last else { return }
        isDelivering = true
        repeat { pass(value, to: cursor) } while advance(&cursor, to: end)
        isDelivering = false
        if needsAttention.load(ordering: .relaxed) { settle() }
    }
    #else
    @inlinable
    @inline(__always)
    package func send(_ value: Value) {
        if isDelivering { return postpone(value) }
        guard let link = first else { return }
        isDelivering = true
        if link.toOpaque() == last?.toOpaque() { pass(value, to: link) } else { passToAll(value) }
        isDelivering = false
        if needsAttention.load(ordering: .relaxed) { settle() }
    }
    #endif

    /// Calls every observer there is when it is called, in order.
    @inlinable
    @inline(never)
    func passToAll(_ value: Value) {
        guard var cursor = first, let end = last else { return }
        repeat { pass(value, to: cursor) } while advance(&cursor, to: end)
    }

    /// Calls one observer through a borrowed reference: counting would take longer than all the rest.
    @inlinable
    @inline(__always)
    func pass(_ value: Value, to link: Unmanaged<Link>) {
        if isCancelled(link) { return }
        #if DEBUG
        // Without the optimiser, the borrow takes three times the stack of this counted reference.
        unsafeBitCast(link, to: SignalLink<Value>.self).receive(value)
        #else
        link._withUnsafeGuaranteedRef { unsafeDowncast($0, to: SignalLink<Value>.self).receive(value) }
        #endif
    }

    @inline(never)
    @usableFromInline
    func postpone(_ value: Value) {
        if isFinished { return }
        withThread { $0.noteAnswer() }
        waiting.append(value)
        needsAttention.store(true, ordering: .relaxed)
    }

    /// Does the work that waits for the end of a delivery: delivers nested values, finishes, prunes.
    @inline(never)
    @usableFromInline
    func settle() {
        var answers = 0
        while !waiting.isEmpty {
            answers += 1
            if answers > AnyHub.answerLimit { stopAnswering() }
            for value in exchange(&waiting, with: []) { deliver(value) }
        }
        if isFinished { finishNow() }
        pruneMarked()
    }

    private func stopAnswering() -> Never {
        stop(
            """
            Emitter.send: observers of \(label) have answered \(AnyHub.answerLimit) values on end \
            by sending another. \
            To fix: an observer that sends into what it observes must come to an end.
            """,
            at: withThread(\.lastAnswer)
        )
    }

    /// Called when the signal is connected.
    @usableFromInline
    func didConnect() {
        if isHomeGuessed { confirmHome() }
        noteUse()
        isDelivering = false
        if needsAttention.load(ordering: .relaxed) { settle() }
    }

    private func deliver(_ value: Value) {
        isDelivering = true
        passToAll(value)
        isDelivering = false
    }
}
