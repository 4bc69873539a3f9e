import MillraceSignals

/// What happened, in order, each as a line of text. What it observes it observes for as long as it is kept.
package final class Log {
    /// What the observations write to. It does not know the log, whose release ends them.
    private final class Lines { var all: [String] = [] }

    private let written = Lines()
    private let bag = SubscriptionBag()

    package init() {}

    package var lines: [String] { written.all }

    package func callAsFunction(_ line: String) { written.all.append(line) }

    package func clear() { written.all = [] }

    /// Notes the values of a signal, each with the name before it, and its end as the name with `|`.
    @discardableResult
    package func observe<Value>(_ signal: Signal<Value>, as name: String = "") -> Subscription {
        let written = written
        let subscription = signal.observe(
            onFinish: { written.all.append("\(name)|") },
            { written.all.append("\(name)\($0)") }
        )
        bag.insert(subscription)
        return subscription
    }

    /// Notes the value of an observable and every change, each with the name before it.
    @discardableResult
    package func observe<Value>(_ observable: Observable<Value>, as name: String = "") -> Subscription {
        let written = written
        let subscription = observable.observe { written.all.append("\(name)\($0)") }
        bag.insert(subscription)
        return subscription
    }
}
