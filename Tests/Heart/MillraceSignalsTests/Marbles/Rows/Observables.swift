import MillraceSignals
import MillraceSpecs

extension MarbleFamily {
    static var crossing: MarbleFamily {
        MarbleFamily(
            "Between what happens and what is",
            "An observable always has a value. Its line is a row of bars, each as long as the value lasts."
        ) { family, _ in
            family.row("hold", "An observable of the latest value.", "---a---b--|", gives: "x--a---b---") {
                (letters: Signal<String>) in letters.hold("x")
            }
            family.row(
                "changes",
                "A signal of the changes, without the present value.",
                "a--b--b--c--",
                gives: "---b--b--c--"
            ) { (letter: Observable<String>) in letter.changes }
            family.row(
                "sample(on:), of an observable",
                "Takes the value over whenever a signal emits.",
                "1--2--3--4--",
                "----x-----x-",
                gives: "1---2-----4-"
            ) { (number: Observable<Int>, ticks: Signal<String>) in number.sample(on: ticks) }
        }
    }

    static var deriving: MarbleFamily {
        MarbleFamily(
            "Derive what is",
            "Each changes in the turn in which what it derives from has changed."
        ) { family, _ in
            family.row("map, of an observable", "Transforms the value.", "1---2---3---", gives: "{10}---{20}---{30}---")
            {
                (number: Observable<Int>) in number.map { $0 * 10 }
            }
            family.row(
                "select",
                "Transforms the value, and changes only if the result does.",
                "1---2---3---4---",
                gives: "{false}-------{true}-------"
            ) { (number: Observable<Int>) in number.select { $0 > 2 } }
            family.row(
                "removeDuplicates, of an observable",
                "Drops changes to an equal value.",
                "a---a---b---",
                gives: "a-------b---"
            ) { (letter: Observable<String>) in letter.removeDuplicates() }
            family.row(
                "removeDuplicates(by:), of an observable",
                "Drops changes to a value that a closure finds equal.",
                "1---2---4---",
                gives: "1-------4---"
            ) { (number: Observable<Int>) in number.removeDuplicates { abs($0 - $1) < 2 } }
            family.row(
                "removeDuplicates, of a tuple",
                "Drops changes to a tuple of equal elements.",
                "a---a---b---",
                "1-----1-----",
                gives: "{(a, 1)}-------{(b, 1)}---"
            ) { (letter: Observable<String>, number: Observable<Int>) in combine(letter, number).removeDuplicates() }
            family.row(
                "scan, of an observable",
                "Combines the value with the result so far.",
                "2---3---4---",
                gives: "2---5---9---"
            ) { (number: Observable<Int>) in number.scan(0, +) }
            family.row(
                "pairwise, of an observable",
                "Pairs the value with the one before.",
                "a---b---c---",
                gives: "{(nil, a)}---{(a, b)}---{(b, c)}---"
            ) { (letter: Observable<String>) in letter.pairwise() }
            family.row(
                "flatMapLatest, of an observable",
                "Follows the observable that belongs to the present value.",
                "a-----b-----",
                "1--2-----3--",
                "x------y----",
                gives: "1--2--xy----"
            ) { (choice: Observable<String>, digit: Observable<String>, letter: Observable<String>) in
                choice.flatMapLatest { $0 == "a" ? digit : letter }
            }
        }
    }

    static var uniting: MarbleFamily {
        MarbleFamily(
            "Put several observables together",
            "One change a turn, which never mixes old and new values."
        ) { family, _ in
            family.row(
                "Observable { read in }",
                "What a closure computes from the values that it reads.",
                "{true}-----{false}-----",
                "1--2-----3--",
                gives: "1--2--0-----"
            ) { (isOn: Observable<Bool>, number: Observable<Int>) in
                Observable { read in read(isOn) ? read(number) : 0 }
            }
            family.row(
                "combine",
                "A tuple of their values.",
                "a-------b---",
                "1---2-------",
                gives: "{(a, 1)}---{(a, 2)}---{(b, 2)}---"
            ) { (letter: Observable<String>, number: Observable<Int>) in combine(letter, number) }
            family.row(
                "combine(transform:)",
                "What a closure makes of their values.",
                "1---2---3---",
                gives: "{11}---{22}---{33}---"
            ) { (number: Observable<Int>) in combine(number, number.map { $0 * 10 }) { $0 + $1 } }
            family.row(
                "combine, of an array",
                "An array of their values.",
                "a-------b---",
                "x---y-------",
                gives: "{[a, x]}---{[a, y]}---{[b, y]}---"
            ) { (first: Observable<String>, second: Observable<String>) in combine([first, second]) }
            let (left, right) = ("{false}---{true}-------{false}---", "{false}-------{true}-------")
            family.row("and", "True while both are.", left, right, gives: "{false}-------{true}---{false}---") {
                (left: Observable<Bool>, right: Observable<Bool>) in left.and(right)
            }
            family.row("or", "True while one of both is.", left, right, gives: "{false}---{true}-----------") {
                (left: Observable<Bool>, right: Observable<Bool>) in left.or(right)
            }
            family.row("not", "True while the other is false.", left, gives: "{true}---{false}-------{true}---") {
                (left: Observable<Bool>) in left.not()
            }
        }
    }

    static var calming: MarbleFamily {
        MarbleFamily("Follow more slowly", "They begin with the present value.") { family, scheduler in
            family.row(
                "debounce, of an observable",
                "Follows when there was no change for a while.",
                "a--b-c----d---",
                gives: "a------c----d-"
            ) { (text: Observable<String>) in text.debounce(for: .seconds(2), on: scheduler) }
            family.row(
                "throttle, of an observable",
                "Follows at once, and then at most once per interval.",
                "a--b-cd-----e-",
                gives: "a--b---d----e-"
            ) { (text: Observable<String>) in text.throttle(for: .seconds(4), on: scheduler) }
        }
    }
}
