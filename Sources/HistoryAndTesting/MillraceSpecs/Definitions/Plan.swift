/// The part of a spec that runs: its examples or some of them, in order, and the issues of the spec as a whole.
struct Plan {
    let examples: [Example]
    /// The other examples.
    let leftOut: [Example]
    let suite: SuiteHooks
    let issues: [SpecIssue]
    /// A note for the log if examples were left out.
    let note: String?

    init(_ definition: Definition, specName: String, settings: RunSettings) {
        var (root, suite, issues) = definition.finish()
        if settings.isShuffled {
            var random = SeededGenerator(seed: Seed.current.value ^ stableHash(specName))
            root = root.shuffled(using: &random)
        }
        let all = root.examples
        if all.isEmpty && issues.isEmpty {
            issues.append(Self.noExample(specName: specName, under: root))
        }
        if settings.forbidsFocus {
            issues += root.focusLocations.map { location in
                SpecIssue(
                    "\(specName): a focus hides the other examples, and MILLRACE_FORBID_FOCUS is set. "
                        + "To fix: remove the 'f' here.",
                    at: location
                )
            }
        }
        self.suite = suite
        self.issues = issues
        let (isChosen, reason) = Self.choice(from: all, specName: specName, settings)
        let chosen = all.filter(isChosen)
        examples = chosen
        leftOut = all.filter { !isChosen($0) }
        note =
            chosen.isEmpty ? nil : reason.map { "\(specName): \(chosen.count) of \(all.count) examples, by \($0)." }
    }

    /// Returns the examples selected by name, otherwise the focused ones, otherwise all.
    private static func choice(
        from all: [Example],
        specName: String,
        _ settings: RunSettings
    ) -> (isChosen: (Example) -> Bool, reason: String?) {
        if let part = settings.only?.lowercased() {
            return ({ "\(specName).\($0.sentence)".lowercased().contains(part) }, "MILLRACE_ONLY")
        }
        if !settings.forbidsFocus && all.contains(where: \.isFocused) { return (\.isFocused, "focus") }
        return ({ _ in true }, nil)
    }

    private static func noExample(specName: String, under root: Group) -> SpecIssue {
        let message = "\(specName): the test method defined no example. To fix: write an `it` in it."
        if case .group(let first)? = root.children.first, let location = first.location {
            return SpecIssue(message, at: location)
        }
        return SpecIssue(message, file: "<unknown>", line: 0)
    }
}
