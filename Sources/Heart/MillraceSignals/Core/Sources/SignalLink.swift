/// An observer of a signal.
@usableFromInline
package class SignalLink<Value>: Link {
    @usableFromInline final let receive: (Value) -> Void
    @usableFromInline final let onFinish: (() -> Void)?

    @inlinable
    package init(onFinish: (() -> Void)?, receive: @escaping (Value) -> Void) {
        self.receive = receive
        self.onFinish = onFinish
    }

    override package func finish() { onFinish?() }
}
