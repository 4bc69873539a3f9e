import MillraceSignals
import MillraceSpecs

extension MarbleFamily {
    static var making: MarbleFamily {
        MarbleFamily("Make a signal", "Each begins when it gets its first observer.") { family, scheduler in
            family.row("just", "Emits one value at once, and finishes.", gives: "(a|)") { Signal.just("a") }
            family.row("empty", "Finishes at once.", gives: "|") { Signal<String>.empty }
            family.row("never", "Emits nothing, and does not finish.", gives: "------") { Signal<String>.never }
            family.row("interval", "Counts, once per interval.", gives: "--0-1-2-3-") {
                Signal.interval(.seconds(2), on: scheduler)
            }
            family.row("timer", "Emits once, after a while, and finishes.", gives: "---({()}|)") {
                Signal.timer(after: .seconds(3), on: scheduler)
            }
            family.row("call", "Emits what an `async` function returns, and finishes.", "---(a|)", gives: "---(a|)") {
                (load: Work) in
                Signal.call(on: scheduler) { await load() }
            }
            family.row(
                "tryCall",
                "Emits what an `async` function returns or throws, as a `Result`, and finishes.",
                "---(✕|)",
                gives: "---(✕|)"
            ) { (load: Work) in
                Signal.tryCall(on: scheduler) { () throws(Refused) in
                    try await load.throwing()
                }
            }
        }
    }
}
