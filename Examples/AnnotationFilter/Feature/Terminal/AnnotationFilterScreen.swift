import Millrace
import MillraceHistory
import MillraceTerminal

/// The example on a terminal: filters left, annotations right, below them the annotation under the cursor and the
/// status.
///
/// It takes views and keys, and gives canvases. What a key asks of the rest of the program it returns. It knows of the
/// state only what the view shows.
public final class AnnotationFilterScreen {
    /// What a key asks of the program.
    public enum Request {
        /// Nothing but to draw the screen.
        case draw
        /// To dispatch an action.
        case dispatch(any Action)
        /// To end.
        case quit
    }

    /// Where keys go.
    enum Focus {
        case panel
        case sheet
    }

    /// A text that is being typed.
    struct Prompt {
        /// The text.
        var field = TerminalTextField()
        /// What was searched for before; nil where it is no search but the path of a file to open.
        var formerSearch: String?
        /// Whether it is a search.
        var isSearch: Bool { formerSearch != nil }
    }

    /// The filters.
    private let panel = TerminalTableRenderer()
    /// The annotations.
    private let sheet = TerminalTableRenderer()
    private let shown: Variable<AnnotationFilterView>
    private let size: Observable<TerminalSize>
    private let focus = Variable(Focus.panel)
    /// What is being typed; nil where nothing is.
    private let prompt = Variable<Prompt?>(nil)
    private let bindings = SubscriptionBag()

    /// Makes a screen that shows a view, now and after each change, on a terminal of a size that may change too.
    public init(_ view: Observable<AnnotationFilterView>, size: Observable<TerminalSize>) {
        shown = Variable(view.value)
        self.size = size
        // All of these belong to one turn, so that no canvas mixes what was with what is.
        view.bind(to: shown).store(in: bindings)
        view.map(\.panel).bind(to: panel).store(in: bindings)
        view.map(\.sheet).bind(to: sheet).store(in: bindings)
        view.select(\.selectedGroup).observe { [panel] _ in panel.move(.home) }.store(in: bindings)
        view.select(\.search).observe { [prompt] search in
            guard prompt.value?.isSearch == true, prompt.value?.field.text != search else { return }
            prompt.value?.field = TerminalTextField(search)
        }.store(in: bindings)
        combine(size, focus).map(ScreenLayout.init).observe { [panel, sheet] layout in
            panel.resize(to: layout.panel.size)
            sheet.resize(to: layout.sheet.size)
        }.store(in: bindings)
    }

    /// The screen as it is to be seen. Cost: O(cells), however many annotations there are.
    public var canvas: Observable<TerminalCanvas> {
        combine(shown, panel.table, sheet.table, size, focus, prompt) { view, panel, sheet, size, focus, prompt in
            ScreenDrawing(view: view, panel: panel, sheet: sheet, focus: focus, prompt: prompt).canvas(size: size)
        }
    }
}

extension AnnotationFilterScreen {
    /// Does what a key says.
    public func press(_ key: TerminalKey) -> Request {
        let view = shown.value
        if let prompt = prompt.value { return type(key, into: prompt) }
        switch key {
        case .escape: return view.opening == nil ? .draw : .dispatch(CancelOpening())
        case .character("o"):
            prompt.value = Prompt()
        case .character("q"): return .quit
        case .character("/"):
            prompt.value = Prompt(field: TerminalTextField(view.search), formerSearch: view.search)
        case .character("c"), .character("C"): return view.canClear ? .dispatch(ClearFilters()) : .draw
        case .character("u"): return view.canUndo ? .dispatch(Undo()) : .draw
        case .character("r"), .control("r"): return view.canRedo ? .dispatch(Redo()) : .draw
        case .left, .character("h"): return select(-1)
        case .right, .character("l"): return select(1)
        case .tab, .backTab: focus.value = focus.value == .panel ? .sheet : .panel
        case .enter, .character(" "): return toggle()
        case .character("k"): move(.up)
        case .character("j"): move(.down)
        default: move(key)
        }
        return .draw
    }

    private func move(_ key: TerminalKey) {
        (focus.value == .panel ? panel : sheet).move(key)
    }

    /// Selects the group `distance` places further on, in a circle.
    private func select(_ distance: Int) -> Request {
        let groups = FilterGroup.allCases
        let present = groups.firstIndex(of: shown.value.selectedGroup) ?? 0
        return .dispatch(SelectGroup(groups[(present + distance + groups.count) % groups.count]))
    }

    private func toggle() -> Request {
        guard focus.value == .panel, let filter = panel.row.flatMap({ Filter(id: $0.id) }) else { return .draw }
        return .dispatch(ToggleFilter(filter))
    }

    /// Edits what is being typed. A search searches with each change, a path is opened with enter; escape goes back to
    /// what was before.
    private func type(_ key: TerminalKey, into prompt: Prompt) -> Request {
        let text = prompt.field.text
        switch key {
        case .escape:
            self.prompt.value = nil
            return prompt.formerSearch.map { .dispatch(Search($0)) } ?? .draw
        case .enter:
            self.prompt.value = nil
            return prompt.isSearch || text.isEmpty ? .draw : .dispatch(OpenFile(text))
        case .tab where prompt.isSearch: self.prompt.value = nil
        default:
            var field = prompt.field
            if !field.press(key), prompt.isSearch { move(key) }
            self.prompt.value?.field = field
            if prompt.isSearch, field.text != text { return .dispatch(Search(field.text)) }
        }
        return .draw
    }
}
