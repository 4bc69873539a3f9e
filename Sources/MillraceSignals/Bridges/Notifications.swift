import Foundation

extension NotificationCenter {
    /// A signal of something taken from each notification of a name.
    ///
    /// ```swift
    /// let quits = NotificationCenter.default.signal(for: .appWillQuit, on: .main) { _ in }
    /// ```
    ///
    /// Notifications may be posted on any thread. They are delivered in the isolation of the scheduler, later, each
    /// thread's in the order in which they were posted; those that were posted before the last observer left are then
    /// dropped. The center is observed while somebody observes the signal, and keeps what hangs
    /// below it; the signal keeps the center. Never finishes.
    ///
    /// - Parameters:
    ///   - name: The notifications' name.
    ///   - object: Whose notifications. Nil for everybody's.
    ///   - scheduler: Where the signal belongs.
    ///   - transform: Takes from the notification what is needed, on the thread that posts it.
    public func signal<Value: Sendable, Time: Scheduler>(
        for name: Notification.Name,
        object: AnyObject? = nil,
        on scheduler: Time,
        _ transform: @escaping @Sendable (Notification) -> Value
    ) -> Signal<Value> {
        Signal { emitter in
            let inlet = emitter.inlet(on: scheduler)
            let source = UncheckedTransfer(emitter)
            let token = self.addObserver(forName: name, object: object, queue: nil) { notification in
                withExtendedLifetime(source) { inlet.send(transform(notification)) }
            }
            return { self.removeObserver(token) }
        }
    }
}
