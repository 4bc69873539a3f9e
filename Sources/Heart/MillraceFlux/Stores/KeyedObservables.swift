import MillraceBase
import MillraceSignals

/// Observables by key, each derived from a variable, and made when it is first asked for.
///
/// The code that asks for them keeps them. While one is held or observed, the same one is returned again; those
/// that are not used any more are removed from time to time.
@usableFromInline
final class KeyedObservables<Key: Hashable, Source, Value> {
    @usableFromInline
    struct Known {
        @usableFromInline let source: Variable<Source>

        /// The observable that was returned, as long as somebody holds it.
        @usableFromInline let box: Box<Value>
        @usableFromInline weak let upstream: Upstream?

        /// Whether the observable is held or observed.
        @export(implementation) var isUsed: Bool { upstream != nil || source.isObserved }

        @export(implementation)
        init(_ source: Variable<Source>, _ observable: Observable<Value>) {
            self.source = source
            box = observable.box
            upstream = observable.upstream
        }
    }

    @exclusivity(unchecked) @usableFromInline var entries: [Key: Known] = [:]

    /// At this number of entries, those that are not used any more are removed.
    @exclusivity(unchecked) @usableFromInline var limit = 16

    @export(implementation)
    init() {}

    /// The observable of a key. O(1), amortised.
    ///
    /// - Parameters:
    ///   - makeSource: Makes the variable with its present value, if there is none in use.
    ///   - derive: Makes the observable of the variable.
    @export(implementation)
    func observable(
        of key: Key,
        from makeSource: @autoclosure () -> Variable<Source>,
        _ derive: (Variable<Source>) -> Observable<Value>
    ) -> Observable<Value> {
        if let known = entries[key], let upstream = known.upstream {
            return Observable(box: known.box, upstream: upstream)
        }
        removeUnused()
        let source = entries[key]?.source ?? makeSource()
        let observable = derive(source)
        // The former one has the last state of a member that is gone, whose `deinit` may ask for another.
        let former = entries.index(forKey: key).map { entries[$0] }
        entries[key] = Known(source, observable)
        letGo(former)
        return observable
    }

    @export(implementation)
    func removeUnused() {
        if entries.count < limit { return }
        // Kept until the table is in order, since the keys are the user's.
        let former = entries
        entries = former.filter { $0.value.isUsed }
        limit = max(16, entries.count * 2)
        letGo(former)
    }
}
