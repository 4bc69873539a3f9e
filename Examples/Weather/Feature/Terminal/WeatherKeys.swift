import Millrace
import MillraceTerminal

extension WeatherViewModel {
    /// What becomes of the screen after a key.
    public enum Continuation: Equatable, Sendable {
        /// It goes on.
        case goOn
        /// It ends.
        case quit
    }

    /// Does what a key says.
    public func press(_ key: TerminalKey) -> Continuation {
        switch key {
        case .character(let character): searchText.value.append(character)
        case .paste(let text): searchText.value += text.oneLine
        case .backspace: searchText.value = String(searchText.value.dropLast())
        case .control("u"): searchText.value = ""
        case .tab: unit.value = unit.value.other
        case .enter: retry.send()
        case .escape: return .quit
        default: break
        }
        return .goOn
    }
}
