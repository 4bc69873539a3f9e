#if canImport(Foundation)
import Foundation
import MillraceBase

extension NotificationCenter {
    /// Returns a signal of values taken from each notification with a name.
    ///
    /// ```swift
    /// let quits = NotificationCenter.default.signal(for: .appWillQuit, on: .main) { _ in }
    /// ```
    ///
    /// Notifications may be posted on any thread. They are delivered later, in the scheduler's isolation; those of each
    /// thread keep their order. The center is observed while the signal has observers, and then keeps them alive. When
    /// the last observer leaves, pending notifications are dropped. The signal keeps the center alive. Never finishes.
    /// O(1) per notification.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The sender of the notifications. Nil for any sender.
    ///   - scheduler: Where the signal belongs.
    ///   - transform: Takes the needed value from a notification, on the thread that posts it.
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
#endif
