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

/// An observable of the values of an array of observables, in their order.
///
/// Changes once a turn in which any of them changed, when all of them are settled. It keeps all of them. O(n) a turn for
/// n observables.
@inlinable
public func combine<Value>(_ observables: [Observable<Value>]) -> Observable<[Value]> {
    let inputs = observables.map(\.box)
    let output = Box<[Value]>()
    return Observable<[Value]>(from: observables.map(\.lineage), box: output) { node in
        output.write(inputs.map { $0.value }, of: node)
        return true
    }
}
