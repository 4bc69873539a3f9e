import Millrace
import MillraceTerminal

/// What the program prints of a sheet where there is neither a screen nor a command: the panel and the list as a screen
/// has them, and then what a filter leaves of the list.
public struct SheetOverview {
    private static let size = TerminalSize(columns: 100, rows: 15)
    private let store: AnnotationFilterStore

    /// Creates the overview of what a store shows.
    public init(of store: AnnotationFilterStore) { self.store = store }

    /// Switches a filter on, and returns the lines of the overview.
    ///
    /// - Parameter asJSON: Whether they are JSON: the filters, and the annotations that one leaves.
    public func run(asJSON: Bool) -> [String] {
        var before: [String] = []
        // The first filter that leaves some annotations out, of who has written them or else of their kind.
        for group in [FilterGroup.author, .kind] {
            store.dispatcher.dispatch(SelectGroup(group: group))
            before = asJSON ? answer(to: .filters) : screen
            let count = state.sheet.count
            guard let choice = state.choices.first(where: { 0 < $0.count && $0.count < count }) else { continue }
            store.dispatcher.dispatch(Refine.toggle(choice.filter))
            let command = "toggle \(group.rawValue) \"\(choice.filter.value.oneLine)\""
            return before + (asJSON ? answer(to: .show) : ["", command, ""] + screen)
        }
        return before + (asJSON ? answer(to: .show) : [])
    }

    private var state: AnnotationFilterState { store.state.value }

    private func answer(to command: ScriptCommand) -> [String] {
        ScriptAnswer(to: command, in: state)?.json ?? []
    }

    /// The screen without its keys.
    private var screen: [String] {
        AnnotationFilterScreen(store.shown, size: Observable(Self.size)).canvas.value.text.dropLast()
    }
}
