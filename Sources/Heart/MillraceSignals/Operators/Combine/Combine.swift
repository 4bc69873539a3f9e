/// Combines the values of several observables into a tuple.
///
/// ![combine](marbles-combine.svg)
///
/// Changes once per turn in which any of them changed, when all are settled, so it never mixes old and new values. The
/// result keeps all of them alive. O(n) per turn for n observables.
///
/// ```swift
/// let title = combine(city, degrees).map { "\($0): \($1)°" }
/// ```
@export(implementation)
public func combine<each Value>(_ observables: repeat Observable<each Value>) -> Observable<(repeat each Value)> {
    combine(repeat each observables, transform: { (values: repeat each Value) in (repeat each values) })
}

/// Combines the values of several observables with a closure.
///
/// ![combine(transform:)](marbles-combine-transform.svg)
///
/// The same as `combine(…).map { … }`, in one node. While the result is observed, `transform` runs at most once per
/// turn; otherwise it runs when the value is read, if one of them has changed since. The result keeps all of them
/// alive. O(n) per turn for n observables.
///
/// ```swift
/// let area = combine(width, height) { $0 * $1 }
/// ```
@export(implementation)
public func combine<each Value, Output>(
    _ observables: repeat Observable<each Value>,
    transform: @escaping (repeat each Value) -> Output
) -> Observable<Output> {
    let inputs = (repeat (each observables).box)
    let output = Box<Output>()
    var upstreams: [Upstream] = []
    for observable in repeat each observables { upstreams.append(observable.upstream) }
    return Observable<Output>(from: upstreams, box: output) { node in
        output.write(transform(repeat (each inputs).value), of: node)
        return true
    }
}

/// Combines the values of an array of observables into an array, in their order.
///
/// ![combine, of an array](marbles-combine-of-an-array.svg)
///
/// Changes once per turn in which any of them changed, when all are settled. The result keeps all of them alive. O(k)
/// per turn for k observables that changed, while it is observed; otherwise O(n) per reading for n observables.
@export(implementation)
public func combine<Value>(_ observables: [Observable<Value>]) -> Observable<[Value]> {
    let combined = CombinedArray(observables)
    let inputs = observables.map { $0.upstream }
    let height = Upstream.height(above: inputs)
    let node = ArrayNode(cell: combined.output, inputCount: inputs.count, height: height) { node in
        combined.refresh(unsafeDowncast(node, to: ArrayNode.self))
        return true
    }
    return Observable<[Value]>(box: combined.output, upstream: Derivation(node: node, inputs: inputs))
}

/// The values of several observables of one type, replaced in place when they change.
@usableFromInline
final class CombinedArray<Value> {
    @usableFromInline let output = Box<[Value]>()
    @usableFromInline let boxes: [Box<Value>]

    @export(implementation)
    init(_ observables: [Observable<Value>]) { boxes = observables.map { $0.box } }

    @export(implementation)
    func refresh(_ node: ArrayNode) {
        guard node.hasNotedAll else {
            node.beginNoting()
            return output.write(boxes.map { $0.value }, of: node)
        }
        output.change(of: node) { values in
            while let index = node.takeNoted() {
                let former = exchange(&values[index], with: boxes[index].value)
                if !_isPOD(Value.self) { letGoLater(former) }
            }
        }
    }
}
