import Millrace
import MillraceHistory
import MillraceTerminal

/// The example on a terminal: filters left, annotations right, below them the annotation under the cursor and the
/// status.
///
/// It receives views and keys, and draws canvases. Requests to the rest of the program are returned from `press`. It
/// knows the state only through the view.
public final class AnnotationFilterScreen {
    /// A request of a key to the program.
    public enum Request {
        /// No request but to draw the screen.
        case draw
        /// To dispatch an action.
        case dispatch(any Action)
        /// To carry out a script command: see ``ScreenWork``.
        case carryOut(ScriptCommand)
        /// To stop what is being carried out.
        case stop
        /// To quit.
        case quit
    }

    /// The part of the screen that receives keys.
    enum Focus: CaseIterable {
        case panel
        case sheet
        case detail
    }

    /// A page that covers the screen.
    enum Page {
        case help
        case notices
        case detail
        case answer
    }

    /// The state of the screen itself.
    struct Local {
        var focus = Focus.panel
        /// The prompt that is being edited; nil if there is none.
        var prompt: ScreenPrompt?
        /// The page that covers the screen, unless something is being typed; nil if there is none.
        var page: Page?
        /// The message of the program; nil if there is none, or if a key was pressed since it is seen.
        var message: String?
        /// What is being carried out, for a person; nil if nothing is.
        var activity: String?
        /// The lines of an answer that covers the screen.
        var answer: [String] = []
        /// The scroll position of each text.
        var scrolled = (text: "", lines: 0)

        /// The page that is seen.
        var visiblePage: Page? { prompt == nil ? page : nil }
    }

    /// The filters.
    private let panel = TerminalPlainListRenderer()
    /// The annotations.
    let sheet = TerminalPlainListRenderer()
    let shown: Variable<AnnotationFilterView>
    private let size: Observable<TerminalSize>
    let local = Variable(Local())
    private let bindings = SubscriptionBag()

    /// Makes a screen that shows a view, now and after each change, on a terminal of a size that may change too.
    public init(_ sheet: ShownSheet, size: Observable<TerminalSize>) {
        let view = sheet.view
        shown = Variable(view.value)
        self.size = size
        // All of these change in one turn, so that no canvas mixes old and new values.
        view.bind(to: shown).store(in: bindings)
        view.map(\.panel).bind(to: panel).store(in: bindings)
        sheet.list.bind(to: self.sheet).store(in: bindings)
        view.select(\.selectedGroup).observe { [panel] _ in panel.move(.home) }.store(in: bindings)
        view.select(\.search).observe { [local] search in
            guard local.value.prompt?.isSearch == true, local.value.prompt?.field.text != search else { return }
            local.value.prompt?.field = TerminalTextField(search)
        }.store(in: bindings)
        layout.select { [$0.panel.size, $0.sheet.size] }.observe { [panel, list = self.sheet] sizes in
            panel.resize(to: sizes[0])
            list.resize(to: sizes[1])
        }.store(in: bindings)
    }

    /// Shows a message on the status line, until a key is pressed; what is being typed there, is finished before.
    public func tell(_ message: String) {
        local.value.message = message
    }

    /// Shows what is being carried out, and that it can be stopped; nil for nothing.
    func show(activity: String?) {
        local.value.activity = activity
    }

    /// Shows the lines of an answer over all of the screen, until a key closes them; not before what is being typed is
    /// finished. Of an answer that is too long to be
    /// read here its beginning is shown.
    public func read(_ answer: [String]) {
        var shown = Array(answer.prefix(Self.longestAnswer))
        if shown.count < answer.count {
            shown.append("… and \(answer.count - shown.count) more lines, which the same command in a script prints.")
        }
        local.update { ($0.answer, $0.page, $0.scrolled) = (shown, .answer, ("", 0)) }
    }

    /// How many lines of an answer are shown. All of them are laid out for each canvas.
    private static let longestAnswer = 1_000

    /// The canvas of the screen. Cost: O(cells), however many annotations there are.
    public var canvas: Observable<TerminalCanvas> {
        drawing.map(\.canvas)
    }

    private var drawing: Observable<ScreenDrawing> {
        combine(shown, panel.list, sheet.list, layout, local) { view, panel, sheet, layout, local in
            ScreenDrawing(view: view, panel: panel, sheet: sheet, layout: layout, local: local)
        }
    }

    private var layout: Observable<ScreenLayout> {
        let (focus, message, activity) = (local.select(\.focus), local.select(\.message), local.select(\.activity))
        let (typing, problem) = (local.select { $0.prompt?.purpose }, local.select { $0.prompt?.problem })
        return Observable { [size, shown] read in
            let (view, focus, typing, activity) = (read(shown), read(focus), read(typing), read(activity))
            let status = read(message) ?? activity ?? view.opening ?? view.status
            return ScreenLayout(
                size: read(size),
                focus: focus,
                status: typing == nil ? status : read(problem) ?? "",
                hints: ScreenDrawing.hints(view, focus, typing, isWorking: activity != nil)
            )
        }
    }
}

extension AnnotationFilterScreen {
    /// Handles a key.
    public func press(_ key: TerminalKey) -> Request {
        if let prompt = local.value.prompt { return type(key, into: prompt) }
        if local.value.message != nil { local.value.message = nil }
        if case .mouse(let mouse) = key { return click(mouse) }
        let command = Self.keys.command(for: key)
        if local.value.page != nil {
            if case .quit = command { return .quit }
            if !scroll({ $0.move(key.movement) }) { local.value.page = nil }
            return .draw
        }
        guard let command else {
            move(key.movement)
            return .draw
        }
        return carryOut(command)
    }

    private func carryOut(_ command: ScreenCommand) -> Request {
        let (view, order) = (shown.value, shown.value.arrangement)
        let columns = Column.sorting(view.groups)
        if view.isBeginning, command.needsWholeSheet {
            tell("That can be done when all of the sheet has been read.")
            return .draw
        }
        switch command {
        case .show(let page): local.value.page = page
        case .quit: return .quit
        case .cancel where local.value.activity != nil: return .stop
        case .cancel: return view.opening == nil ? .draw : .dispatch(CancelOpening())
        case .focus: focusNext()
        case .group(let distance): return select(distance)
        case .toggle: return toggle()
        case .enter:
            if local.value.focus == .panel { return toggle() }
            if sheet.row != nil { local.value.page = .detail }
        case .switchFilters(let change): return .dispatch(Refine.switchFilters(change, in: nil))
        case .replies: return .dispatch(Refine.replies(!view.showsReplies))
        case .sort:
            let next = Column.next(after: order.sorting, columns)
            return .dispatch(Refine.sort(next, isDescending: order.isDescending))
        case .reverse: return .dispatch(Refine.sort(order.sorting, isDescending: !order.isDescending))
        case .grouping: return .dispatch(Refine.grouping(Column.next(after: order.grouping, [.page] + columns)))
        case .ask(let purpose): local.value.prompt = ScreenPrompt(purpose, in: view)
        case .status, .mark, .reply, .takeBack, .keepMine: return edit(command)
        case .edits: return view.edits.count == 0 ? tellOfNoEdits() : .carryOut(.edits)
        case .save: return view.edits.count == 0 ? tellOfNoEdits() : .carryOut(.save(as: nil))
        case .totals: return .carryOut(.totals)
        case .clear: return view.canClear ? .dispatch(Refine.clear) : .draw
        case .undo: return view.canUndo ? .dispatch(Undo()) : .draw
        case .redo: return view.canRedo ? .dispatch(Redo()) : .draw
        }
        return .draw
    }

    private func move(_ key: TerminalKey) {
        switch local.value.focus {
        case .panel: panel.move(key)
        case .sheet: sheet.move(key)
        case .detail: scroll { $0.move(key) }
        }
    }

    /// Scrolls the text that is to be read.
    @discardableResult
    private func scroll<Result>(_ scroll: (inout TerminalPane) -> Result) -> Result {
        let drawing = drawing.value
        var pane = drawing.pane
        let result = scroll(&pane)
        local.value.scrolled = (drawing.textName, pane.firstLine)
        return result
    }

    private func focusNext() {
        let isDetailSeen = layout.value.detail.size.rows > 0
        let parts = Focus.allCases.filter { $0 != .detail || isDetailSeen }
        let present = parts.firstIndex(of: local.value.focus) ?? -1
        local.value.focus = parts[(present + 1) % parts.count]
    }

    /// Selects the group `distance` places further on, and wraps around.
    private func select(_ distance: Int) -> Request {
        let groups = shown.value.groups
        let present = groups.firstIndex(of: shown.value.selectedGroup) ?? 0
        return .dispatch(SelectGroup(group: groups[(present + distance + groups.count) % groups.count]))
    }

    private func toggle() -> Request {
        guard local.value.focus == .panel, let filter = panel.row.flatMap({ Filter(id: $0.id) }) else { return .draw }
        return .dispatch(Refine.toggle(filter))
    }

    /// A click goes to a row, and chooses the row that the cursor is on; on the heading of a group it selects that
    /// group.
    private func click(_ mouse: TerminalMouse) -> Request {
        let layout = layout.value
        if local.value.page != nil {
            scroll { $0.scroll(by: mouse.lines) }
            if mouse.action == .press { local.value.page = nil }
            return .draw
        }
        let parts: [(Focus, TerminalRegion)] = [
            (.panel, layout.panel), (.sheet, layout.sheet), (.detail, layout.detail),
        ]
        guard let (focus, region) = parts.first(where: { $1.contains(mouse) }) else { return .draw }
        guard mouse.action == .press else {
            let key: TerminalKey = mouse.lines < 0 ? .up : .down
            switch focus {
            case .panel: for _ in 0..<abs(mouse.lines) { panel.move(key) }
            case .sheet: for _ in 0..<abs(mouse.lines) { sheet.move(key) }
            case .detail: scroll { $0.scroll(by: mouse.lines) }
            }
            return .draw
        }
        local.value.focus = focus
        let table = focus == .panel ? panel : sheet
        guard focus != .detail, let target = table.click(row: mouse.row - region.row) else { return .draw }
        switch target {
        case .row(let wasUnderCursor): return wasUnderCursor ? carryOut(.enter) : .draw
        case .header(let id):
            guard focus == .panel, let group = FilterGroup(rawValue: id) else { return .draw }
            return .dispatch(SelectGroup(group: group))
        }
    }

    /// Edits what is being typed. A search searches with each change, all else waits for enter; escape goes back to
    /// what was before.
    private func type(_ key: TerminalKey, into prompt: ScreenPrompt) -> Request {
        switch key {
        case .escape:
            local.value.prompt = nil
            if prompt.isSearch { return .dispatch(Refine.search(prompt.former)) }
        case .enter:
            do throws(ScriptError) {
                let request = try prompt.request()
                local.value.prompt = nil
                return request
            } catch {
                local.value.prompt?.problem = error.description
            }
        case .tab where prompt.isSearch: local.value.prompt = nil
        default:
            var field = prompt.field
            if !field.press(key), prompt.isSearch { move(key) }
            local.value.prompt?.field = field
            local.value.prompt?.problem = nil
            if prompt.isSearch, field.text != prompt.field.text { return .dispatch(Refine.search(field.text)) }
        }
        return .draw
    }
}
