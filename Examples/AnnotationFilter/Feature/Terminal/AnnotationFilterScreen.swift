import Millrace
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

    /// The part of the filters that is seen.
    var panelViewport = TerminalTableViewport()
    /// The part of the annotations that is seen.
    var sheetViewport = TerminalTableViewport()
    private(set) var view: AnnotationFilterView
    private(set) var size: TerminalSize
    private(set) var focus = Focus.panel
    /// What was searched for before the search that is being typed; nil where none is.
    private(set) var formerSearch: String?
    /// The path that is being typed, of a file to open; nil where none is.
    private(set) var path: String?

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
        adapt()
    }

    /// Fills a terminal of another size.
    public mutating func resize(to size: TerminalSize) {
        self.size = size
        adapt()
    }

    /// Whether a search is being typed.
    var isSearching: Bool { formerSearch != nil }

    private mutating func adapt() {
        let layout = ScreenLayout(size: size, focus: focus)
        panelViewport.adapt(to: view.panel, size: layout.panel.size)
        sheetViewport.adapt(to: view.sheet, size: layout.sheet.size)
    }
}

extension AnnotationFilterScreen {
    /// Does what a key says.
    public mutating func press(_ key: TerminalKey) -> Request {
        if let formerSearch { return type(key, former: formerSearch) }
        if let path { return type(key, path: path) }
        switch key {
        case .escape: return view.opening == nil ? .draw : .dispatch(CancelOpening())
        case .character("o"):
            path = ""
            return .draw
        case .character("q"): return .quit
        case .character("/"):
            formerSearch = view.search
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

    /// Edits the search. Each letter searches at once; escape goes back to what was searched for before.
    private mutating func type(_ key: TerminalKey, former: String) -> Request {
        switch key {
        case .character(let character): return .dispatch(Search(view.search + String(character)))
        case .paste(let text): return .dispatch(Search(view.search + text.oneLine))
        case .backspace: return .dispatch(Search(String(view.search.dropLast())))
        case .control("u"): return .dispatch(Search(""))
        case .escape:
            formerSearch = nil
            return .dispatch(Search(former))
        case .enter, .tab:
            formerSearch = nil
        default: move(key)
        }
        adapt()
        return .draw
    }

    /// Edits the path of a file to open. Escape opens none.
    private mutating func type(_ key: TerminalKey, path: String) -> Request {
        switch key {
        case .character(let character): self.path = path + String(character)
        case .paste(let text): self.path = path + text.oneLine
        case .backspace: self.path = String(path.dropLast())
        case .control("u"): self.path = ""
        case .escape: self.path = nil
        case .enter:
            self.path = nil
            if !path.isEmpty { return .dispatch(OpenFile(path)) }
        default: break
        }
        return .draw
    }
}
