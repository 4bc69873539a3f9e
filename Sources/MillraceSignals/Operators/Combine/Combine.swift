/// Combines the values of several observables into a tuple.
///
/// Changes once per turn in which any of them changed, when all are settled, so it never mixes old and new values. The
/// result keeps all of them alive. O(n) per turn for n observables.
///
/// ```swift
/// let title = combine(city, degrees).map { "\($0): \($1)°" }
/// ```
@inlinable
public func combine<each Value>(_ observables: repeat Observable<each Value>) -> Observable<(repeat each Value)> {
    let inputs = (repeat (each observables).box)
    let output = Box<(repeat each Value)>()
    var upstreams: [Upstream] = []
    for observable in repeat each observables { upstreams.append(observable.upstream) }
    return Observable<(repeat each Value)>(from: upstreams, box: output) { node in
        output.write((repeat (each inputs).value), of: node)
        return true
    }
}

/// Combines the values of several observables with a closure.
///
/// The same as `combine(…).map { … }`, in one node. While the result is observed, `transform` runs at most once per
/// turn; otherwise it runs when the value is read, if one of them has changed since. The result keeps all of them
/// alive. O(n) per turn for n observables.
///
/// ```swift
/// let area = combine(width, height) { $0 * $1 }
/// ```
@inlinable
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
/// Changes once per turn in which any of them changed, when all are settled. The result keeps all of them alive. O(n)
/// per turn for n observables.
@inlinable
public func combine<Value>(_ observables: [Observable<Value>]) -> Observable<[Value]> {
    let row = CombinedRow(observables)
    return Observable<[Value]>(from: observables.map(\.upstream), box: row.output) { node in
        row.refresh(node)
        return true
    }
}

/// The values of several observables of one type, replaced in place when they change.
@usableFromInline
final class CombinedRow<Value> {
    @usableFromInline let output = Box<[Value]>()
    @usableFromInline let boxes: [Box<Value>]
    @usableFromInline let nodes: [Node]

    /// The version of each value in the array.
    @exclusivity(unchecked) @usableFromInline var versions: [UInt64]

    @inlinable
    init(_ observables: [Observable<Value>]) {
        boxes = observables.map(\.box)
        nodes = observables.map(\.upstream.node)
        versions = nodes.map { _ in 0 }
    }

    @inlinable
    func refresh(_ node: Node) {
        guard output.stored != nil else {
            for index in nodes.indices { versions[index] = nodes[index].version }
            return output.write(boxes.map { $0.value }, of: node)
        }
        output.change(of: node) { values in
            for index in nodes.indices where versions[index] != nodes[index].version {
                versions[index] = nodes[index].version
                let former = exchange(&values[index], with: boxes[index].value)
                if !_isPOD(Value.self) { letGoLater(former) }
            }
        }
    }
}
