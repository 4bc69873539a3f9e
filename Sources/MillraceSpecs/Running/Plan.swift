/// What of a spec is to run: its examples in their order, or some of them, and what is wrong with it as a whole.
struct Plan {
    let examples: [Example]
    let suite: SuiteHooks
    let issues: [SpecIssue]
    /// What a reader of the log should know, where examples were left out.
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
        (examples, note) = Self.choose(from: all, specName: specName, settings)
    }

    /// What is asked for by name, or else what is focused, or else all.
    private static func choose(
        from all: [Example],
        specName: String,
        _ settings: RunSettings
    ) -> ([Example], note: String?) {
        if let part = settings.only {
            let named = all.filter { "\(specName).\($0.sentence)".lowercased().contains(part.lowercased()) }
            if named.isEmpty { return ([], nil) }
            return (named, "\(specName): \(named.count) of \(all.count) examples, by MILLRACE_ONLY.")
        }
        let focused = settings.forbidsFocus ? [] : all.filter(\.isFocused)
        if focused.isEmpty { return (all, nil) }
        return (focused, "\(specName): \(focused.count) of \(all.count) examples, by focus.")
    }

    private static func noExample(specName: String, under root: Group) -> SpecIssue {
        let message = "\(specName): the test method defined no example. To fix: write an `it` in it."
        if case .group(let first)? = root.children.first, let location = first.location {
            return SpecIssue(message, at: location)
        }
        return SpecIssue(message, file: "<unknown>", line: 0)
    }
}

/// A number for a text that is the same in every process (FNV-1a), unlike `hashValue`.
private func stableHash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
