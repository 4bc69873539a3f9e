import Observation

extension Observable {
    /// An object whose `value` SwiftUI and other users of Observation can track.
    ///
    /// ~~~swift
    /// struct QueryView: View {
    ///     @State private var query = search.state.select(\.text).observed
    ///     var body: some View { Text(query.value) }
    /// }
    /// ~~~
    ///
    /// Each access makes a new object, which keeps this observable alive and observes it for as long as the object
    /// lives.
    public final var observed: Observed<Value> { Observed(self) }
}

/// An observable as an object that Observation can track: see ``Observable/observed``.
///
/// Code that reads ``value`` within `withObservationTracking`, as every SwiftUI view's body does, is notified of the
/// next change. The notification comes when the turn is settled, once per turn, and the new value can be read already.
/// A value that is read during a turn is followed by a notification for that turn too.
///
/// The object keeps the observable alive. Releasing it ends the observation. It belongs to the isolation domain of its
/// observable, for a view the main actor, and is not `Sendable`.
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

    /// The present value of the observable. Tracked.
    public var value: Value {
        registrar.access(self, keyPath: \.value)
        return observable.value
    }

    private func tell() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
