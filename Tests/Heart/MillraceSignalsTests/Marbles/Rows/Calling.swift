import MillraceSignals
import MillraceSpecs

extension MarbleFamily {
    static var calling: MarbleFamily {
        MarbleFamily(
            "Call an `async` function with each value",
            "The policy says what happens to a value that comes during a call."
        ) { family, scheduler in
            let (letters, load) = ("a-b-----c---|", "---(!|)")
            family.row(
                "map(.latest, on:)",
                "Calls for the latest value, and cancels the call before.",
                letters,
                load,
                gives: "-----{b!}-----{c!}|"
            ) {
                (letters: Signal<String>, load: Work) in
                letters.map(.latest, on: scheduler) { await load($0) }
            }
            family.row(
                "map(.concat, on:)",
                "Calls for one value after the other; values wait for their turn.",
                letters,
                load,
                gives: "---{a!}--{b!}----{c!}|"
            ) {
                (letters: Signal<String>, load: Work) in
                letters.map(.concat, on: scheduler) { await load($0) }
            }
            family.row(
                "map(.merge, on:)",
                "Calls for all values side by side.",
                letters,
                load,
                gives: "---{a!}-{b!}-----{c!}|"
            ) {
                (letters: Signal<String>, load: Work) in
                letters.map(.merge, on: scheduler) { await load($0) }
            }
            family.row(
                "map(.first, on:)",
                "Calls for a value, and ignores those that come meanwhile.",
                letters,
                load,
                gives: "---{a!}-------{c!}|"
            ) {
                (letters: Signal<String>, load: Work) in
                letters.map(.first, on: scheduler) { await load($0) }
            }
            family.row(
                "map(.concurrent(limit:), on:)",
                "Makes so many calls side by side; further values wait.",
                "abc--------|",
                load,
                gives: "---{a!}{b!}-{c!}----|"
            ) { (letters: Signal<String>, load: Work) in
                letters.map(.concurrent(limit: 2), on: scheduler) { await load($0) }
            }
            family.row(
                "map(_:on:for:)",
                "Hands the function an object that is held weakly.",
                letters,
                load,
                gives: "-----{b!}-----{c!}|"
            ) { (letters: Signal<String>, model: Work) in
                letters.map(.latest, on: scheduler, for: model) { model, letter in
                    await model(letter)
                }
            }
            family.row(
                "tryMap(_:on:)",
                "Gives what the function returns or throws, as a `Result`. An error ends nothing.",
                "a---b---c----|",
                load,
                gives: "---{a!}✕------{c!}-|"
            ) { (letters: Signal<String>, load: Work) in
                letters.tryMap(.concat, on: scheduler) { letter throws(Refused) in
                    if letter == "b" { throw Refused() }
                    return await load(letter)
                }
            }
            family.row(
                "tryMap(_:on:for:)",
                "Gives a `Result`, and hands the function an object that is held weakly.",
                "a---b---c----|",
                load,
                gives: "---{a!}✕------{c!}-|"
            ) { (letters: Signal<String>, model: Work) in
                letters.tryMap(.concat, on: scheduler, for: model) { model, letter throws(Refused) in
                    if letter == "b" { throw Refused() }
                    return await model(letter)
                }
            }
        }
    }
}
