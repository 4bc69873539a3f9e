import MillraceSignals
import MillraceSpecs

extension MarbleFamily {
    static var waiting: MarbleFamily {
        MarbleFamily("Wait", "A column is a second. In an app the scheduler is `.main`.") { family, scheduler in
            family.row(
                "debounce",
                "Emits the latest value when none has come for a while.",
                "ab--c-----|",
                gives: "---b--c---|"
            ) { (keys: Signal<String>) in keys.debounce(for: .seconds(2), on: scheduler) }
            family.row(
                "throttle",
                "Emits a value at once, and then the latest one when the interval is over.",
                "abc-----d--|",
                gives: "a--c----d--|"
            ) { (places: Signal<String>) in places.throttle(for: .seconds(3), on: scheduler) }
            family.row(
                "throttle(latest: false)",
                "Emits a value at once, and drops all others until the interval is over.",
                "abc-----d--|",
                gives: "a-------d--|"
            ) { (taps: Signal<String>) in taps.throttle(for: .seconds(3), latest: false, on: scheduler) }
            family.row("delay", "Emits everything a while later, the end too.", "a-b---c|", gives: "--a-b---c|") {
                (letters: Signal<String>) in letters.delay(for: .seconds(2), on: scheduler)
            }
            family.row("timeout", "Finishes when no value has come for a while.", "a--b-------c|", gives: "a--b----|") {
                (letters: Signal<String>) in letters.timeout(after: .seconds(5), on: scheduler)
            }
            family.row(
                "timeout(emitting:)",
                "Emits a last value, and finishes, when none has come for a while.",
                "a--b-------c|",
                gives: "a--b----(z|)"
            ) {
                (letters: Signal<String>) in letters.timeout(after: .seconds(5), emitting: "z", on: scheduler)
            }
            family.row(
                "collect(every:)",
                "Collects the values of an interval, which begins with the first of them.",
                "a-b----c----|",
                gives: "---{[a, b]}------{[c]}-|"
            ) { (letters: Signal<String>) in letters.collect(every: .seconds(3), on: scheduler) }
            family.row(
                "collect(_:orEvery:)",
                "Collects the values of an interval, but at most so many.",
                "a-b----c----|",
                gives: "--{[a, b]}-------{[c]}-|"
            ) { (letters: Signal<String>) in letters.collect(2, orEvery: .seconds(3), on: scheduler) }
        }
    }
}
