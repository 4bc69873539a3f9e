import MillraceSignals
import MillraceSpecs

extension MarbleFamily {
    static var results: MarbleFamily {
        MarbleFamily(
            "Work with failures",
            "Signals do not fail. A failure is a `Result`, and ends nothing; here it is a ✕."
        ) { family, _ in
            family.row("successes", "Emits what succeeded.", "1--✕--2|", gives: "1-----2|") {
                (results: Signal<Result<Int, Refused>>) in results.successes()
            }
            family.row("failures", "Emits the errors.", "1--✕--2|", gives: "---✕---|") {
                (results: Signal<Result<Int, Refused>>) in results.failures()
            }
            family.row("mapSuccess", "Transforms what succeeded.", "1--✕--2|", gives: "{10}--✕--{20}|") {
                (results: Signal<Result<Int, Refused>>) in results.mapSuccess { $0 * 10 }
            }
            family.row("replaceFailure(with:)", "Emits a value in place of each error.", "1--✕--2|", gives: "1--0--2|")
            {
                (results: Signal<Result<Int, Refused>>) in results.replaceFailure(with: 0)
            }
            family.row("replaceFailure", "Emits what a closure makes of each error.", "1--✕--2|", gives: "1--9--2|") {
                (results: Signal<Result<Int, Refused>>) in results.replaceFailure { error in 9 }
            }
        }
    }
}
