import MillraceSignals

/// What an operator makes of up to three emitters, written as text.
///
/// The script's words are played one after the other: `a1` sends 1 into a, `a|` finishes a, `x` cancels the
/// observation. The trace has a part for the moment of observing and one for each word, with what was emitted, `|` for
/// the end:
///
/// ```swift
/// trace("a1 b2 a3 a|") { a, b, _ in a.withLatest(from: b) }      // ";;;(3, 2);|"
/// ```
///
/// Operators that take time have it pass after each word.
func trace<Value>(
    _ script: String,
    letTimePass: () -> Void = {},
    _ build: (Emitter<Int>, Emitter<Int>, Emitter<Int>) -> Signal<Value>
) -> String {
    let emitters = (Emitter<Int>(), Emitter<Int>(), Emitter<Int>())
    let named: [Character: Emitter<Int>] = ["a": emitters.0, "b": emitters.1, "c": emitters.2]
    var parts: [String] = []
    var present: [String] = []
    let signal = build(emitters.0, emitters.1, emitters.2)
    let subscription = signal.observe(onFinish: { present.append("|") }) { present.append("\($0)") }
    parts.append(present.joined(separator: " "))
    for word in script.split(separator: " ") {
        present = []
        let rest = word.dropFirst()
        switch (word.first.flatMap { named[$0] }, rest) {
        case (nil, _): subscription.cancel()
        case (let emitter?, "|"): emitter.finish()
        case (let emitter?, _): emitter.send(Int(rest) ?? 0)
        }
        letTimePass()
        parts.append(present.joined(separator: " "))
    }
    return parts.joined(separator: ";")
}

/// An operator, and what it makes of 1, 2, 3, 4 and the end.
struct OperatorCase {
    let name: String

    /// The traces of `a|`, of `a1 a|`, and of `a1 a2 a3 a4 a|`.
    let empty: String
    let one: String
    let many: String

    /// Called when something was sent.
    let letTimePass: () -> Void

    /// Makes the signal of a source. An operator that takes a closure calls `tick` in it.
    let build: (Signal<Int>, _ tick: @escaping () -> Void) -> Signal<String>

    init<Value>(
        _ name: String,
        empty: String = ";|",
        one: String,
        many: String,
        letTimePass: @escaping () -> Void = {},
        _ build: @escaping (Signal<Int>, _ tick: @escaping () -> Void) -> Signal<Value>
    ) {
        self.name = name
        self.empty = empty
        self.one = one
        self.many = many
        self.letTimePass = letTimePass
        self.build = { source, tick in build(source, tick).map { "\($0)" } }
    }
}
