import MillraceSignals
import MillraceSpecs

extension MarbleFamily {
    static var changing: MarbleFamily {
        MarbleFamily(
            "Make something else of each value",
            "Closures run once per value, however many observe."
        ) { family, _ in
            family.row("map", "Transforms each value.", "1--2---3|", gives: "{10}--{20}---{30}|") {
                (numbers: Signal<Int>) in numbers.map { $0 * 10 }
            }
            family.row("map(to:)", "Replaces each value by a constant.", "a--b---c|", gives: "x--x---x|") {
                (letters: Signal<String>) in letters.map(to: "x")
            }
            family.row("compactMap", "Transforms each value, and drops what is nil.", "1--x---2|", gives: "1------2|") {
                (texts: Signal<String>) in texts.compactMap { Int($0) }
            }
            family.row(
                "enumerated",
                "Pairs each value with its number.",
                "a--b---c|",
                gives: "{(0, a)}--{(1, b)}---{(2, c)}|"
            ) { (letters: Signal<String>) in letters.enumerated() }
            family.row(
                "pairwise",
                "Pairs each value with the one before.",
                "a--b---c|",
                gives: "---{(a, b)}---{(b, c)}|"
            ) { (letters: Signal<String>) in letters.pairwise() }
            family.row("scan", "Combines each value with the result so far.", "2--3---4|", gives: "2--5---9|") {
                (numbers: Signal<Int>) in numbers.scan(0, +)
            }
            family.row(
                "reduce",
                "Combines all values into one, emitted at the end.",
                "2--3---4--|",
                gives: "----------(9|)"
            ) { (numbers: Signal<Int>) in numbers.reduce(0, +) }
            family.row(
                "collect(_:)",
                "Collects values into arrays of a length. The rest comes at the end.",
                "a-b--c-d-|",
                gives: "-----{[a, b, c]}---({[d]}|)"
            ) { (letters: Signal<String>) in letters.collect(3) }
        }
    }
}
