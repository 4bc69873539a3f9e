internal import MillraceRuntime

/// A weak reference that is counted by hand, for nodes and hubs, which are linked and unlinked all the time.
///
/// A `weak` property gives its object a side table: a block of its own, through which every later count of the object
/// goes. This reference keeps the object's memory instead, and not the object, as `unowned` does; but it may be asked
/// for an object that is gone. It may be asked, and released, on any thread.
struct LightWeak<Object: AnyObject> {
    private let address: UnsafeMutableRawPointer

    /// Keeps the memory of an object until ``release()``.
    @inline(__always)
    init(_ object: Object) { address = swift_unownedRetain(Unmanaged.passUnretained(object).toOpaque()) }

    /// The object, unless its `deinit` has begun.
    @inline(__always)
    var object: Object? {
        guard let alive = swift_tryRetain(address) else { return nil }
        return Unmanaged.fromOpaque(alive).takeRetainedValue()
    }

    /// Calls a closure with the object, unless its `deinit` has begun.
    @inline(__always)
    func with(_ body: (Object) -> Void) { if let object { body(object) } }

    /// Gives the memory back. The reference must not be used afterwards.
    @inline(__always)
    func release() { swift_unownedRelease(address) }
}
