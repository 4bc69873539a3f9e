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
    var lineages: [Lineage] = []
    for observable in repeat each observables { lineages.append(observable.lineage) }
    return Observable<(repeat each Value)>(from: lineages, box: output) { node in
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
    var lineages: [Lineage] = []
    for observable in repeat each observables { lineages.append(observable.lineage) }
    return Observable<Output>(from: lineages, box: output) { node in
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
    let inputs = observables.map(\.box)
    let output = Box<[Value]>()
    return Observable<[Value]>(from: observables.map(\.lineage), box: output) { node in
        output.write(inputs.map { $0.value }, of: node)
        return true
    }
}
