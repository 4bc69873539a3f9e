/// A signal of one value, known to those who can pass it on without connecting it.
@usableFromInline
final class ConstantSignal<Value>: Signal<Value> {
    @usableFromInline let value: Value

    @export(implementation)
    init(_ value: Value) {
        self.value = value
        super.init(isConstant: true, connect: nil)
    }
}
