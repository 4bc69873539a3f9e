extension Observable where Value == Bool {
    /// An observable that is true while both are.
    ///
    /// Changes only when the outcome does, as ``select(_:)``. It keeps both. O(1) a change.
    public func and(_ other: Observable<Bool>) -> Observable<Bool> {
        combine(self, other).select { $0 && $1 }
    }

    /// An observable that is true while either is, or both are.
    ///
    /// Changes only when the outcome does, as ``select(_:)``. It keeps both. O(1) a change.
    public func or(_ other: Observable<Bool>) -> Observable<Bool> {
        combine(self, other).select { $0 || $1 }
    }

    /// An observable that is true while this one is not.
    ///
    /// Changes only when the outcome does, as ``select(_:)``. It keeps this observable. O(1) a change.
    public func not() -> Observable<Bool> {
        select { !$0 }
    }
}
