import MillraceSignals
import MillraceSpecs

extension MarbleFamily {
    static var watching: MarbleFamily {
        MarbleFamily("Do something on the way", "The values stay as they are.") { family, _ in
            var log: [String] = []
            family.row(
                "handleEvents",
                "Calls closures for what happens, once per value.",
                "a--b--c|",
                gives: "a--b--c|"
            ) { (letters: Signal<String>) in letters.handleEvents(onValue: { log.append($0) }) }
            family.row("onFinish", "Calls a closure at the end.", "a--b--c|", gives: "a--b--c|") {
                (letters: Signal<String>) in letters.onFinish { log.append("over") }
            }
            family.row("debug", "Prints all that happens.", "a--b--c|", gives: "a--b--c|") {
                (letters: Signal<String>) in letters.debug("letters", print: { log.append($0) })
            }
            family.row(
                "batched",
                "Makes one turn of all that observers set for a value.",
                "a--b--c|",
                gives: "a--b--c|"
            ) { (letters: Signal<String>) in letters.batched() }
        }
    }
}
