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

// The overloads for two and three observables behave exactly like the parameter packs above them. They exist because
// packs are not specialised for users (Swift 6.3): see Documentation/Contributing/HowItIsFast.md.

/// Combines the values of two observables into a tuple.
///
/// ![combine](marbles-combine.svg)
///
/// Changes once per turn in which one of them changed, when both are settled. The result keeps both alive. O(1) per
/// turn.
@export(implementation)
public func combine<First, Second>(
    _ first: Observable<First>,
    _ second: Observable<Second>
) -> Observable<(First, Second)> {
    combine(first, second) { ($0, $1) }
}

/// Combines the values of three observables into a tuple.
///
/// ![combine](marbles-combine.svg)
///
/// Changes once per turn in which one of them changed, when all are settled. The result keeps all of them alive. O(1)
/// per turn.
@export(implementation)
public func combine<First, Second, Third>(
    _ first: Observable<First>,
    _ second: Observable<Second>,
    _ third: Observable<Third>
) -> Observable<(First, Second, Third)> {
    combine(first, second, third) { ($0, $1, $2) }
}

/// Combines the values of two observables with a closure.
///
/// ![combine(transform:)](marbles-combine-transform.svg)
///
/// While the result is observed, `transform` runs at most once per turn; otherwise it runs when the value is read, if
/// one of them has changed since. The result keeps both alive. O(1) per turn.
@export(implementation)
public func combine<First, Second, Output>(
    _ first: Observable<First>,
    _ second: Observable<Second>,
    transform: @escaping (First, Second) -> Output
) -> Observable<Output> {
    let (firstInput, secondInput, output) = (first.box, second.box, Box<Output>())
    return Observable<Output>(from: first.upstream, and: second.upstream, box: output) { node in
        output.write(transform(firstInput.value, secondInput.value), of: node)
        return true
    }
}

/// Combines the values of three observables with a closure.
///
/// ![combine(transform:)](marbles-combine-transform.svg)
///
/// While the result is observed, `transform` runs at most once per turn; otherwise it runs when the value is read, if
/// one of them has changed since. The result keeps all of them alive. O(1) per turn.
@export(implementation)
public func combine<First, Second, Third, Output>(
    _ first: Observable<First>,
    _ second: Observable<Second>,
    _ third: Observable<Third>,
    transform: @escaping (First, Second, Third) -> Output
) -> Observable<Output> {
    let (firstInput, secondInput, thirdInput, output) = (first.box, second.box, third.box, Box<Output>())
    return Observable<Output>(from: [first.upstream, second.upstream, third.upstream], box: output) { node in
        output.write(transform(firstInput.value, secondInput.value, thirdInput.value), of: node)
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
    let inputs = observables.map(\.upstream)
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
    init(_ observables: [Observable<Value>]) { boxes = observables.map(\.box) }

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
