import Observation

extension Observable {
    /// This observable for SwiftUI, and whatever else uses Observation: an object whose `value` can be tracked.
    ///
    /// ```swift
    /// struct QueryView: View {
    ///     @State private var query = search.state.select(\.text).observed
    ///     var body: some View { Text(query.value) }
    /// }
    /// ```
    ///
    /// Each call makes a new object, which keeps this observable and observes it for as long as it lives.
    public final var observed: Observed<Value> { Observed(self) }
}

/// An observable as an object that Observation can track: what ``Observable/observed`` gives.
///
/// Whoever reads ``value`` within `withObservationTracking`, as every SwiftUI view's body does, is told of the next
/// change. It is told when the turn is settled, once however much the turn has set, and may already read what is new.
/// What was read in mid-turn is told of that very turn too, once too often rather than never.
///
/// It keeps the observable, and is kept by nothing but its user; released, it observes no more. It belongs to the
/// isolation domain of its observable, for a view the main actor, and is not `Sendable`.
public final class Observed<Value>: Observation.Observable {
    private let observable: Observable<Value>
    private let registrar = ObservationRegistrar()
    private var subscription: Subscription?

    init(_ observable: Observable<Value>) {
        self.observable = observable
        let link = ObserverLink { [weak self] in self?.tell() }
        observable.attach(link)
        subscription = Subscription(link, of: observable.upstream.node)
    }

    /// The present value, as ``ObservableConvertible/value`` of the observable. Tracked.
    public var value: Value {
        registrar.access(self, keyPath: \.value)
        return observable.value
    }

    private func tell() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
