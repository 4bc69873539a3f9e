import MillraceSignals
import MillraceSpecs

extension MarbleFamily {
    static var combining: MarbleFamily {
        MarbleFamily(
            "Put several signals together",
            "For what is rather than happens, see the observables below."
        ) { family, _ in
            family.row(
                "merge",
                "Emits the values of all of them as they come.",
                "a---b----|",
                "--1--2--3--|",
                gives: "a-1-b2--3--|"
            ) { (letters: Signal<String>, digits: Signal<String>) in merge(letters, digits) }
            family.row(
                "combineLatest",
                "Pairs the latest values of all of them, whenever one emits.",
                "a----b-----|",
                "--1-----2---|",
                gives: "--{(a, 1)}--{(b, 1)}--{(b, 2)}---|"
            ) { (letters: Signal<String>, numbers: Signal<Int>) in combineLatest(letters, numbers) }
            family.row(
                "zip",
                "Pairs their first values, then their second ones, and so on. What comes early waits.",
                "a-b-----c--|",
                "---1--2---|",
                gives: "---{(a, 1)}--{(b, 2)}---|"
            ) { (letters: Signal<String>, numbers: Signal<Int>) in zip(letters, numbers) }
            family.row(
                "race",
                "Emits the values of the one that is first.",
                "---a--b--|",
                "-1--2--3--|",
                gives: "-1--2--3--|"
            ) { (letters: Signal<String>, digits: Signal<String>) in race(letters, digits) }
            family.row(
                "withLatest(from:), a signal",
                "Pairs each value with the latest value of another signal.",
                "--x---y---z-|",
                "a---b--------",
                gives: "--{(x, a)}---{(y, b)}---{(z, b)}-|"
            ) { (taps: Signal<String>, letters: Signal<String>) in taps.withLatest(from: letters) }
            family.row(
                "withLatest(from:), an observable",
                "Pairs each value with the present value of an observable.",
                "--x---y---z-|",
                "a---b--------",
                gives: "--{(x, a)}---{(y, b)}---{(z, b)}-|"
            ) { (taps: Signal<String>, letter: Observable<String>) in taps.withLatest(from: letter) }
            family.row(
                "append(_:), a signal",
                "Goes on with another signal when the first has finished.",
                "a--b-|",
                "-1--2--3--4|",
                gives: "a--b---3--4|"
            ) { (letters: Signal<String>, digits: Signal<String>) in letters.append(digits) }
            family.row("append(_:), values", "Emits further values at the end.", "a--b--|", gives: "a--b--(xy|)") {
                (letters: Signal<String>) in letters.append("x", "y")
            }
            family.row("prepend", "Begins with some values.", "---a--b--|", gives: "(xy)--a--b--|") {
                (letters: Signal<String>) in letters.prepend("x", "y")
            }
        }
    }
}
