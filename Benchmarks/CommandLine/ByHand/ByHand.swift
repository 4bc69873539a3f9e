import Millrace

// What the raw lanes are made of.
//
// A raw lane is to cost what a direct call costs, or it flatters us. `opaque` hides from the optimiser what a closure
// does. It is one function a type and not a generic one, which would wrap each closure in two thunks; so would an array
// of closures, which is why ``Sinks`` holds them in objects, and calls them without counting references to these.
// Values lie in a ``Place``, whose accesses are not checked.

/// Gives back the closure that it is given, without the optimiser knowing that.
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping (Int) -> Void) -> (Int) -> Void { closure }

/// Gives back the closure that it is given, without the optimiser knowing that.
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping (Int) -> Int) -> (Int) -> Int { closure }

/// Gives back the closure that it is given, without the optimiser knowing that.
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping (Int) -> Bool) -> (Int) -> Bool { closure }

/// Gives back the closure that it is given, without the optimiser knowing that.
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping (Int, Int) -> Void) -> (Int, Int) -> Void { closure }

/// Gives back the closure that it is given, without the optimiser knowing that.
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping (Int, Int) -> Int) -> (Int, Int) -> Int { closure }

/// Gives back the closure that it is given, without the optimiser knowing that.
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping ([Int]) -> Void) -> ([Int]) -> Void { closure }

/// Gives back the object that it is given, without the optimiser knowing that.
@inline(never) @_optimize(none)
func opaque<Object: AnyObject>(_ object: Object) -> Object { object }

/// A closure that can stand in an array as it is.
final class Sink {
    let call: (Int) -> Void

    init(_ call: @escaping (Int) -> Void) { self.call = opaque(call) }
}

/// Closures that are called one after the other. They are held here, so what is called need not be counted.
final class Sinks {
    private let held: [Sink]
    private let borrowed: [Unmanaged<Sink>]

    init(_ sinks: [Sink]) {
        held = sinks
        borrowed = sinks.map { Unmanaged.passUnretained($0) }
    }

    @inline(__always)
    func call(_ value: Int) {
        for sink in borrowed { sink._withUnsafeGuaranteedRef { $0.call(value) } }
    }
}

/// A value that closures share.
final class Place<Value> {
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) { self.value = value }
}

/// What the observers of all lanes add to.
final class Sum {
    @exclusivity(unchecked) private(set) var total = 0

    @inline(__always)
    func add(_ value: Int) { total &+= value }
}

/// What one would write without a framework: a property, and a list of closures that are told of it.
final class Told<Value> {
    var value: Value { didSet { for listener in listeners { listener(value) } } }
    var listeners: [(Value) -> Void] = []

    init(_ value: Value) { self.value = value }
}

/// How often an observer of its own is called when `work` is done.
func deliveries<Value>(of signal: Signal<Value>, when work: () -> Void) -> Int {
    var count = 0
    let subscription = signal.observe { _ in count += 1 }
    work()
    subscription.cancel()
    return count
}

/// How often an observer of its own is called when `work` is done, the call with the present value left out.
func deliveries<Value>(of observable: Observable<Value>, when work: () -> Void) -> Int {
    var count = -1
    let subscription = observable.observe { _ in count += 1 }
    work()
    subscription.cancel()
    return count
}
