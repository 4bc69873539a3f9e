import MillraceBase

/// The storage of an observable's value. A cell holds the value and nothing else: neither its sources nor its
/// dependents. So anything derived from an observable may keep its cell, and has its last value when the observable is
/// gone.
@usableFromInline
package class Cell {
    /// Whether a value was set while the observers were receiving the previous one, which is kept for them meanwhile.
    @exclusivity(unchecked) @usableFromInline final var keepsSettled = false

    /// Whether a computation has replaced the value; the previous one is kept until it can be released.
    @exclusivity(unchecked) @usableFromInline final var keepsFormer = false

    /// Whether the value is being changed in place, or is about to be, and must not be read meanwhile.
    @exclusivity(unchecked) @usableFromInline final var isHandedOut = false

    /// Whether a computation is using the value without a copy: see `Box.lend(to:_:)`. It must not be replaced
    /// meanwhile.
    @exclusivity(unchecked) @usableFromInline final var isLent = false

    @usableFromInline
    init() {}

    /// Takes out the objects kept beside the value, for the caller to release.
    func takeKept() -> Any? { nil }

    /// Releases the objects kept beside the value.
    func letGoOfKept() {}

    /// Determines whether the value must not be read, since it is about to be changed.
    @inlinable
    package final func setAwaited(_ isAwaited: Bool) { isHandedOut = isAwaited }

    /// Allows reading and changing the value within a closure, although others are about to change it.
    @inlinable
    package final func withoutAwaiting<Result>(_ body: () -> Result) -> Result {
        let wasAwaited = isHandedOut
        isHandedOut = false
        defer { isHandedOut = wasAwaited }
        return body()
    }

    /// The type of the value, to be appended to that of an observable.
    var typeArgument: String { "" }
}

/// Knows the order in which values are changed while something is being handled: see `TurnRunner.handling`.
package protocol HandlingOrder: AnyObject {
    /// Returns whether a value that is marked as awaited may be read after all. Ends the process if it is still to be
    /// changed; returns false if it is being changed.
    func allowsReading(_ cell: Cell) -> Bool

    /// Where the user's code registered the closure that is changing a value; nil if that is unknown, as in a release
    /// build.
    func place(changing cell: Cell) -> (file: StaticString, line: UInt)?
}

/// A ``Cell`` with its content. A class of its own, and the superclass of ``Box``, since the type of a stored property
/// that is `Value?` in a generic class is looked up whenever an object is released (Swift 6.3), which takes longer than
/// releasing it; a generic argument is at hand.
@usableFromInline
package class Storage<Content>: Cell {
    @exclusivity(unchecked) @usableFromInline final var stored: Content

    @inlinable
    package init(_ content: Content) { stored = content }
}

/// A ``Cell`` for values of one type. Its content is nil until a derived node computes for the first time.
@usableFromInline
package final class Box<Value>: Storage<Value?> {
    /// The value that observers still have to receive, or otherwise the one that a computation has replaced, while
    /// `keepsSettled` or `keepsFormer`. The memory is made when it is first needed, and used again.
    @exclusivity(unchecked) @usableFromInline var kept: UnsafeMutablePointer<Value>?

    @inlinable
    override package init(_ value: Value? = nil) { super.init(value) }

    /// Runs on any thread: nothing else refers to the box.
    deinit {
        guard let kept else { return }
        if keepsSettled || keepsFormer { kept.deinitialize(count: 1) }
        kept.deallocate()
    }

    /// The present value. Must not be read before the node's first computation.
    @inlinable package var value: Value {
        // Always inlined: a function called from a pack expansion is not specialised (Swift 6.3).
        @inline(__always) get { stored.unsafelyUnwrapped }
    }

    /// Gives up the value of a node that is neither observed nor about to be read, for one that stands in its place.
    ///
    /// - Returns: The former value.
    @inlinable
    package func replaceValue(with value: Value) -> Value? { exchange(&stored, with: value) }

    /// Returns whether there is a value, and it satisfies a condition.
    @inlinable
    package func holds(where condition: (Value) -> Bool) -> Bool {
        guard let stored else { return false }
        return condition(stored)
    }

    /// Keeps the present value for the observers that still have to receive it.
    @usableFromInline
    func keepSettled() {
        guard !keepsSettled, let stored else { return }
        if let former = takeKept() { letGoLater(former) }
        keep(stored)
        keepsSettled = true
    }

    /// Keeps a value that a computation has replaced.
    @inlinable
    @inline(__always)
    func keepFormer(_ former: consuming Value) {
        if keepsSettled || keepsFormer { return letGoLater(former) }
        keep(former)
        keepsFormer = true
    }

    @inlinable
    @inline(__always)
    func keep(_ value: consuming Value) {
        let place = kept ?? makeRoom()
        place.initialize(to: value)
    }

    @usableFromInline
    func makeRoom() -> UnsafeMutablePointer<Value> {
        let made = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        kept = made
        return made
    }

    override func takeKept() -> Any? {
        guard keepsSettled || keepsFormer, let kept else { return nil }
        keepsSettled = false
        keepsFormer = false
        return kept.move()
    }

    override func letGoOfKept() {
        guard keepsSettled || keepsFormer, let kept else { return }
        keepsSettled = false
        keepsFormer = false
        // Taken out first, since a `deinit` of the user's may come back here.
        letGo(kept.move())
    }

    override var typeArgument: String { "<\(Value.self)>" }
}
