import MillraceBase

/// Returns the definition that a keyword adds to, or nil and an issue at the keyword's line if there is none.
func currentDefinition(for word: String, at location: CallSite) -> Definition? {
    switch SpecContext.current {
    case .defining(let definition) where definition.isOpen:
        return definition
    case .defining:
        record("\(word): used after the test method had ended. \(remedy)", at: location)
    case .running(let example):
        record("\(word): used while the example '\(example.sentence)' runs. \(remedy)", at: location)
    case nil:
        record("\(word): used outside a spec. \(remedy)", at: location)
    }
    return nil
}

private let remedy =
    "To fix: move it into a `describe` or `context`, beside the `it`s, in the test method of a Spec."
