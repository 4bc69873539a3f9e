import MillraceSignals
import TestSupport

/// A signal that gives each first observer some values at once, and finishes.
func atOnce(_ values: Int...) -> Signal<Int> {
    Signal { emitter in
        for value in values { emitter.send(value) }
        emitter.finish()
        return {}
    }
}

/// What an observer sees of a signal at once: its values, and `|` for the end.
func seenAtOnce<Value>(_ signal: Signal<Value>) -> String {
    let seen = Log()
    seen.observe(signal).cancel()
    return seen.lines.joined(separator: " ")
}
