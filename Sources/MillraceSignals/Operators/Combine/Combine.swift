/// An observable of the values of several, as a tuple.
///
/// Changes once a turn in which any of them changed, when all of them are settled, so it never mixes old and new. It
/// keeps all of them. O(n) a turn for n observables.
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

/// An observable of what `transform` makes of the values of several.
///
/// The same as `combine(…).map { … }`, in one node. It keeps all of them. `transform` runs at most once a turn while
/// somebody observes; otherwise when the value is read, if one of them has changed since. O(n) a turn for n
/// observables.
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

/// An observable of the values of an array of observables, in their order.
///
/// Changes once a turn in which any of them changed, when all of them are settled. It keeps all of them. O(n) a turn
/// for n observables.
@inlinable
public func combine<Value>(_ observables: [Observable<Value>]) -> Observable<[Value]> {
    let row = CombinedRow(observables)
    return Observable<[Value]>(from: observables.map(\.upstream), box: row.output) { node in
        row.refresh(node)
        return true
    }
}

/// The values of several observables of one type, replaced in place where they have changed.
@usableFromInline
final class CombinedRow<Value> {
    @usableFromInline let output = Box<[Value]>()
    @usableFromInline let boxes: [Box<Value>]
    @usableFromInline let nodes: [Node]

    /// The versions that the values in the array have.
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
