import MillraceSignals
import MillraceSpecs

extension MarbleFamily {
    static var flattening: MarbleFamily {
        MarbleFamily(
            "Follow a signal for each value",
            "The policy says what happens to a value that comes while the signal of an earlier one is running."
        ) { family, _ in
            let (letters, answers) = ("a---b------|", "-1-2-3|")
            family.row(
                "flatMap(.latest)",
                "Follows the signal of the latest value, and leaves the one before.",
                letters,
                answers,
                gives: "-{a1}-{a2}-{b1}-{b2}-{b3}-|"
            ) { (letters: Signal<String>, answers: Answers) in letters.flatMap(.latest) { answers($0) } }
            family.row(
                "flatMap(.merge)",
                "Follows the signals of all values side by side.",
                letters,
                answers,
                gives: "-{a1}-{a2}-({a3}{b1})-{b2}-{b3}-|"
            ) { (letters: Signal<String>, answers: Answers) in letters.flatMap(.merge) { answers($0) } }
            family.row(
                "flatMap(.concat)",
                "Follows one signal after the other; values wait for their turn.",
                letters,
                answers,
                gives: "-{a1}-{a2}-{a3}-{b1}-{b2}-{b3}|"
            ) { (letters: Signal<String>, answers: Answers) in letters.flatMap(.concat) { answers($0) } }
            family.row(
                "flatMap(.first)",
                "Follows one signal, and ignores the values that come meanwhile.",
                letters,
                answers,
                gives: "-{a1}-{a2}-{a3}-----|"
            ) { (letters: Signal<String>, answers: Answers) in letters.flatMap(.first) { answers($0) } }
            family.row(
                "flatMap(.concurrent(limit:))",
                "Follows so many signals side by side; further values wait.",
                "a-b-c------|",
                answers,
                gives: "-{a1}-({a2}{b1})-({a3}{b2})-({b3}{c1})-{c2}-{c3}|"
            ) { (letters: Signal<String>, answers: Answers) in
                letters.flatMap(.concurrent(limit: 2)) { answers($0) }
            }
            family.row(
                "flatMapLatest, to signals",
                "Follows the signal of the latest value: `flatMap(.latest)`.",
                "a-b----c--|",
                "--1-2|",
                gives: "----{b1}-{b2}--{c1}-{c2}|"
            ) { (letters: Signal<String>, answers: Answers) in letters.flatMapLatest { answers($0) } }
            family.row(
                "flatMap, to observables",
                "Emits the present value of each value's observable, and its changes.",
                "-a----b------",
                "1---2---3----",
                "x---y---z----",
                gives: "-1--2-y-(3z)----"
            ) { (choices: Signal<String>, digit: Observable<String>, letter: Observable<String>) in
                choices.flatMap(.merge) { $0 == "a" ? digit : letter }
            }
            family.row(
                "flatMapLatest, to observables",
                "Emits the present value of the latest value's observable, and its changes.",
                "-a----b------",
                "1---2---3----",
                "x---y---z----",
                gives: "-1--2-y-z----"
            ) { (choices: Signal<String>, digit: Observable<String>, letter: Observable<String>) in
                choices.flatMapLatest { $0 == "a" ? digit : letter }
            }
        }
    }
}
