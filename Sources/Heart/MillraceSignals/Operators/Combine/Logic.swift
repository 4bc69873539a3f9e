extension Observable where Value == Bool {
    /// Returns an observable that is true while both are true.
    ///
    /// ![and](marbles-and.svg)
    ///
    /// Changes only if the result does, like ``select(_:)-method``. The result keeps both alive. O(1) per change.
    @export(implementation)
    public func and(_ other: Observable<Bool>) -> Observable<Bool> {
        combine(self, other).select { $0 && $1 }
    }

    /// Returns an observable that is true while at least one of both is true.
    ///
    /// ![or](marbles-or.svg)
    ///
    /// Changes only if the result does, like ``select(_:)-method``. The result keeps both alive. O(1) per change.
    @export(implementation)
    public func or(_ other: Observable<Bool>) -> Observable<Bool> {
        combine(self, other).select { $0 || $1 }
    }

    /// Returns an observable that is true while this one is false.
    ///
    /// ![not](marbles-not.svg)
    ///
    /// Changes only if the result does, like ``select(_:)-method``. The result keeps this observable alive. O(1) per change.
    @export(implementation)
    public func not() -> Observable<Bool> {
        select { !$0 }
    }
}
