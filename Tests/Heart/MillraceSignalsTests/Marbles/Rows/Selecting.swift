import MillraceSignals
import MillraceSpecs

extension MarbleFamily {
    static var selecting: MarbleFamily {
        MarbleFamily("Let some values through", "The others are dropped.") { family, _ in
            family.row("filter", "Emits the values that satisfy a condition.", "1-2-3-4|", gives: "----3-4|") {
                (numbers: Signal<Int>) in numbers.filter { $0 > 2 }
            }
            family.row("ignoreNil", "Drops what is nil, and unwraps the rest.", "1-{nil}-2|", gives: "1---2|") {
                (numbers: Signal<Int?>) in numbers.ignoreNil()
            }
            family.row("ignoreValues", "Emits nothing, and finishes with the signal.", "a--b--|", gives: "------|") {
                (letters: Signal<String>) in letters.ignoreValues()
            }
            family.row(
                "removeDuplicates",
                "Drops values that are equal to the one before.",
                "a-a-b-b-a|",
                gives: "a---b---a|"
            ) { (letters: Signal<String>) in letters.removeDuplicates() }
            family.row(
                "removeDuplicates(by:), a comparison",
                "Drops values that a closure finds equal to the last one emitted.",
                "1-2-3-5-6-8|",
                gives: "1---3-5---8|"
            ) { (numbers: Signal<Int>) in numbers.removeDuplicates { abs($0 - $1) < 2 } }
            family.row(
                "removeDuplicates(by:), a key",
                "Drops values whose key is equal to that of the one before.",
                "a-A-b-B-a|",
                gives: "a---b---a|"
            ) { (letters: Signal<String>) in letters.removeDuplicates { $0.lowercased() } }
            family.row("first", "Emits the first value, and finishes.", "-a--b--c|", gives: "-(a|)") {
                (letters: Signal<String>) in letters.first()
            }
            family.row("last", "Emits the last value at the end.", "-a--b--c--|", gives: "----------(c|)") {
                (letters: Signal<String>) in letters.last()
            }
            family.row("element(at:)", "Emits the value with an index, and finishes.", "-a--b--c|", gives: "----(b|)") {
                (letters: Signal<String>) in letters.element(at: 1)
            }
            family.row(
                "sample(on:)",
                "Emits the latest value whenever another signal emits, each once.",
                "a-b---c---|",
                "---x-x--x--",
                gives: "---b----c-|"
            ) { (letters: Signal<String>, ticks: Signal<String>) in letters.sample(on: ticks) }
        }
    }

    static var cutting: MarbleFamily {
        MarbleFamily(
            "Take the beginning or the rest",
            "By number, by a condition, or until something else happens."
        ) { family, _ in
            family.row("prefix", "Emits so many values, and finishes.", "a--b--c--|", gives: "a--(b|)") {
                (letters: Signal<String>) in letters.prefix(2)
            }
            family.row(
                "prefix(while:)",
                "Finishes at the first value that does not satisfy a condition.",
                "1--2--3--1|",
                gives: "1--2--|"
            ) { (numbers: Signal<Int>) in numbers.prefix { $0 < 3 } }
            family.row(
                "prefix(until:)",
                "Finishes when another signal emits.",
                "a--b--c--d|",
                "-----x-----",
                gives: "a--b-|"
            ) { (letters: Signal<String>, end: Signal<String>) in letters.prefix(until: end) }
            family.row("suffix", "Emits the last values at the end.", "a--b--c--|", gives: "---------(bc|)") {
                (letters: Signal<String>) in letters.suffix(2)
            }
            family.row("drop", "Drops so many values.", "a--b--c--|", gives: "------c--|") {
                (letters: Signal<String>) in letters.drop(2)
            }
            family.row(
                "drop(while:)",
                "Drops values until the first that does not satisfy a condition.",
                "1--2--3--1|",
                gives: "------3--1|"
            ) { (numbers: Signal<Int>) in numbers.drop { $0 < 3 } }
            family.row(
                "drop(until:)",
                "Drops values until another signal emits.",
                "a--b--c--d|",
                "-----x-----",
                gives: "------c--d|"
            ) { (letters: Signal<String>, start: Signal<String>) in letters.drop(until: start) }
        }
    }
}
