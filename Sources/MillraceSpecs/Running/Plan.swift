import Foundation

/// What of a spec is to run: its examples, or only the focused ones, and what is wrong with it as a whole.
struct Plan {
    let examples: [Example]
    let issues: [SpecIssue]
    /// What a reader of the log should know, where examples were left out.
    let note: String?

    init(_ definition: Definition, specName: String, forbidsFocus: Bool) {
        var (root, issues) = definition.finish()
        let all = root.examples
        let focused = all.filter(\.isFocused)

        if all.isEmpty && issues.isEmpty {
            issues.append(Self.noExample(specName: specName, under: root))
        }
        if forbidsFocus {
            issues += root.focusLocations.map { location in
                SpecIssue(
                    "\(specName): a focus hides the other examples, and MILLRACE_FORBID_FOCUS is set. "
                        + "To fix: remove the 'f' here.",
                    at: location
                )
            }
        }
        let isLimited = !focused.isEmpty && !forbidsFocus
        self.issues = issues
        examples = isLimited ? focused : all
        note = isLimited ? "\(specName): \(focused.count) of \(all.count) examples, by focus." : nil
    }

    private static func noExample(specName: String, under root: Group) -> SpecIssue {
        let message = "\(specName): the test method defined no example. To fix: write an `it` in it."
        if case .group(let first)? = root.children.first, let location = first.location {
            return SpecIssue(message, at: location)
        }
        return SpecIssue(message, file: "<unknown>", line: 0)
    }
}

/// Whether a focused example may stand: not where `MILLRACE_FORBID_FOCUS` is set (to anything but nothing or `0`).
enum FocusPolicy {
    static var isForbidden: Bool {
        let value = ProcessInfo.processInfo.environment["MILLRACE_FORBID_FOCUS"] ?? ""
        return !["", "0"].contains(value)
    }
}
