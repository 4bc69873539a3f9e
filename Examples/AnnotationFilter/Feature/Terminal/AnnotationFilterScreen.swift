import Millrace
import MillraceHistory
import MillraceTerminal

/// The example on a terminal: filters left, annotations right, below them the annotation under the cursor and the
/// status.
///
/// A value: it takes views and keys, and gives canvases. What a key asks of the rest of the program it returns. It
/// knows of the state only what the view shows.
public struct AnnotationFilterScreen {
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

    /// The part of the filters that is seen.
    var panelViewport = TerminalTableViewport()
    /// The part of the annotations that is seen.
    var sheetViewport = TerminalTableViewport()
    private(set) var view: AnnotationFilterView
    private(set) var size: TerminalSize
    private(set) var focus = Focus.panel
    /// What is being typed; nil where nothing is.
    private(set) var prompt: Prompt?

    /// Makes a screen that shows a view.
    public init(_ view: AnnotationFilterView, size: TerminalSize) {
        self.view = view
        self.size = size
        adapt()
    }

    /// Shows another view. The cursors stay with their rows.
    public mutating func show(_ view: AnnotationFilterView) {
        if view.selectedGroup != self.view.selectedGroup { panelViewport = TerminalTableViewport() }
        self.view = view
        if let prompt, prompt.isSearch, prompt.field.text != view.search {
            self.prompt?.field = TerminalTextField(view.search)
        }
        adapt()
    }

    /// Fills a terminal of another size.
    public mutating func resize(to size: TerminalSize) {
        self.size = size
        adapt()
    }

    private mutating func adapt() {
        let layout = ScreenLayout(size: size, focus: focus)
        panelViewport.adapt(to: view.panel, size: layout.panel.size)
        sheetViewport.adapt(to: view.sheet, size: layout.sheet.size)
    }
}

extension AnnotationFilterScreen {
    /// Does what a key says.
    public mutating func press(_ key: TerminalKey) -> Request {
        if let prompt { return type(key, into: prompt) }
        switch key {
        case .escape: return view.opening == nil ? .draw : .dispatch(CancelOpening())
        case .character("o"):
            prompt = Prompt()
            return .draw
        case .character("q"): return .quit
        case .character("/"):
            prompt = Prompt(field: TerminalTextField(view.search), formerSearch: view.search)
            return .draw
        case .character("c"), .character("C"): return view.canClear ? .dispatch(ClearFilters()) : .draw
        case .character("u"): return view.canUndo ? .dispatch(Undo()) : .draw
        case .character("r"), .control("r"): return view.canRedo ? .dispatch(Redo()) : .draw
        case .left, .character("h"): return select(-1)
        case .right, .character("l"): return select(1)
        case .tab, .backTab: focus = focus == .panel ? .sheet : .panel
        case .enter, .character(" "): return toggle()
        case .character("k"): move(.up)
        case .character("j"): move(.down)
        default: move(key)
        }
        adapt()
        return .draw
    }

    private mutating func move(_ key: TerminalKey) {
        let layout = ScreenLayout(size: size, focus: focus)
        switch focus {
        case .panel: _ = panelViewport.move(key, in: view.panel, size: layout.panel.size)
        case .sheet: _ = sheetViewport.move(key, in: view.sheet, size: layout.sheet.size)
        }
    }

    /// Selects the group `distance` places further on, in a circle.
    private func select(_ distance: Int) -> Request {
        let groups = FilterGroup.allCases
        let present = groups.firstIndex(of: view.selectedGroup) ?? 0
        return .dispatch(SelectGroup(groups[(present + distance + groups.count) % groups.count]))
    }

    private func toggle() -> Request {
        guard focus == .panel, let cursor = panelViewport.cursor, let filter = Filter(id: view.panel[cursor].id) else {
            return .draw
        }
        return .dispatch(ToggleFilter(filter))
    }

    /// Edits what is being typed. A search searches with each change, a path is opened with enter; escape goes back to
    /// what was before.
    private mutating func type(_ key: TerminalKey, into prompt: Prompt) -> Request {
        let text = prompt.field.text
        switch key {
        case .escape:
            self.prompt = nil
            return prompt.formerSearch.map { .dispatch(Search($0)) } ?? .draw
        case .enter:
            self.prompt = nil
            return prompt.isSearch || text.isEmpty ? .draw : .dispatch(OpenFile(text))
        case .tab where prompt.isSearch: self.prompt = nil
        default:
            var field = prompt.field
            if !field.press(key), prompt.isSearch { move(key) }
            self.prompt?.field = field
            if prompt.isSearch, field.text != text { return .dispatch(Search(field.text)) }
        }
        adapt()
        return .draw
    }
}
