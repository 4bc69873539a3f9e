import Foundation
import Millrace
import MillraceApp
import MillraceTerminal

/// The list on a terminal. What is typed goes into the stores; the cursor and the page of help stay here.
public final class ToDoScreen {
    /// What is only a matter of the screen.
    struct Local {
        /// The text that is edited: a field of the form, or the filter.
        var field = TerminalTextField()
        /// Whether the filter is edited.
        var isFiltering = false
        /// What was done, or what is wrong; until the next key.
        var notice: String?
        /// How far the page of help is scrolled; nil while it is not shown.
        var help: Int?
    }

    let list: ToDoList
    let rows = TerminalPlainListRenderer()
    let local = Variable(Local())
    /// What is drawn: it changes in the same turn as the rows, so no picture mixes old and new.
    private let shown: Variable<ToDoView>
    private let size: Observable<TerminalSize>
    private let ticks: Ticks
    private let bindings = SubscriptionBag()

    /// A screen for a list.
    ///
    /// - Parameter scheduler: Where the list belongs. It measures the time to midnight.
    public init(of list: ToDoList, size: Observable<TerminalSize>, on scheduler: some Scheduler) {
        (self.list, self.size) = (list, size)
        ticks = Ticks(of: list.services.clock, on: scheduler)
        let listView = list.listView(at: ticks.present)
        let view = list.view(listView, at: ticks.present)
        shown = Variable(view.value)
        view.bind(to: shown).store(in: bindings)
        listView.map(\.list).bind(to: rows).store(in: bindings)
        size.map { TerminalLayout($0).body.size }.observe { [rows] in rows.resize(to: $0) }.store(in: bindings)
        list.wireframe.top.observe(for: self) { screen, top in screen.follow(top) }
    }

    /// What is to be seen, now and after each change.
    public var canvas: Observable<TerminalCanvas> {
        let (table, problem, sync) = (rows.list, list.problem, list.syncStatus)
        return Observable { [shown, local, size] read in
            let (local, size) = (read(local), read(size))
            if let help = local.help { return ToDoKeys.page(size, firstLine: help).canvas }
            return ToDoDrawing(
                view: read(shown),
                table: read(table),
                local: local,
                size: size,
                problem: read(problem),
                sync: read(sync)
            ).canvas
        }
    }

    /// Does what a key says.
    public func press(_ key: TerminalKey) -> TerminalApplication.Continuation {
        if let line = local.value.help {
            local.value.help = ToDoKeys.page(size.value, firstLine: line).firstLine(after: key)
            return .goOn
        }
        local.value.notice = nil
        if local.value.isFiltering {
            filter(key)
        } else if case .form(let subject, let form) = list.wireframe.top.value {
            press(key, in: form, for: subject)
        } else if let command = ToDoKeys.list.command(for: key) {
            return perform(command)
        } else {
            rows.move(key.movement)
        }
        return .goOn
    }

    // MARK: The list

    /// The item under the cursor.
    private var item: ToDoItem? { rows.row.flatMap { list.items.state.value.items[id: $0.id] } }

    private func perform(_ command: ListCommand) -> TerminalApplication.Continuation {
        switch command {
        case .help: local.value.help = 0
        case .quit:
            if list.wireframe.options.state.value.filter.isEmpty { return .quit }
            list.perform(FilterList(text: ""))
        case .add: list.wireframe.showAdd()
        case .undo: step(list.undo.canUndo.value, list.undo.undo, "Undone", else: "There is nothing to undo")
        case .redo: step(list.undo.canRedo.value, list.undo.redo, "Done again", else: "There is nothing to redo")
        case .showFinished: list.perform(ShowFinished(isShown: !list.wireframe.options.state.value.showsFinished))
        case .filter: beginFiltering()
        case .keepMine: decide(.mine)
        case .takeTheirs: decide(.theirs)
        case .open, .finish, .postponeDay, .postponeWeek, .delete: if let item { perform(command, with: item) }
        }
        return .goOn
    }

    private func perform(_ command: ListCommand, with item: ToDoItem) {
        switch command {
        case .open: list.wireframe.showDetail(of: item.id)
        case .finish where item.finished == nil:
            list.perform(finish(item, at: list.present.date))
            tell(item.recurrence.map { "Done, \($0)" } ?? "Done", item)
        case .finish:
            list.perform(reopen(item))
            tell("Reopened", item)
        case .postponeDay: postponeItem(item, by: 1)
        case .postponeWeek: postponeItem(item, by: 7)
        case .delete:
            list.perform(delete(item))
            tell("Deleted", item)
        default: break
        }
    }

    private func postponeItem(_ item: ToDoItem, by days: Int) {
        let present = list.present
        list.perform(postpone(item, by: days, at: present))
        let due = list.items.state.value.items[id: item.id]?.due?.text(at: present) ?? ""
        tell("Postponed to \(due)", item)
    }

    private func decide(_ side: DecideConflict.Side) {
        guard case .conflict(let conflict) = list.syncStatus.value else { return }
        list.perform(DecideConflict(id: conflict.id, keeping: side))
    }

    private func step(_ isPossible: Bool, _ step: () -> Void, _ told: String, else refusal: String) {
        if isPossible { step() }
        local.value.notice = isPossible ? told : refusal
    }

    private func tell(_ what: String, _ item: ToDoItem) { local.value.notice = "\(what): \(item.title)" }

    // MARK: The filter

    private func beginFiltering() {
        local.update { local in
            local.isFiltering = true
            local.field = TerminalTextField(list.wireframe.options.state.value.filter)
        }
    }

    private func filter(_ key: TerminalKey) {
        switch key {
        case .enter: local.value.isFiltering = false
        case .escape:
            local.value.isFiltering = false
            list.perform(FilterList(text: ""))
        default:
            if !local.update({ $0.field.press(key) }) { rows.move(key) }
            let text = local.value.field.text
            // All items are looked through for it.
            if text != list.wireframe.options.state.value.filter { list.perform(FilterList(text: text)) }
        }
    }

    // MARK: A form

    private func press(_ key: TerminalKey, in form: ToDoForm, for subject: FormSubject) {
        switch ToDoKeys.form.command(for: key) {
        case .save: save(form, for: subject)
        case .back: list.wireframe.goBack()
        case .next: list.wireframe.tell(FocusField<ItemTexts>(.next))
        case .previous: list.wireframe.tell(FocusField<ItemTexts>(.previous))
        case nil:
            local.update { _ = $0.field.press(key) }
            let text = local.value.field.text
            if let field = form.focused, field.value != text { list.wireframe.tell(field.setting(text)) }
        }
    }

    private func save(_ form: ToDoForm, for subject: FormSubject) {
        let present = list.present
        let fields = form.at(present).texts.filter { $0.isChanged || subject == .new }
        if let wrong = fields.first(where: { $0.problem != nil }) {
            list.wireframe.tell(wrong.focusing)
            local.value.notice = wrong.problem
            return
        }
        do {
            switch subject {
            case .new:
                let addition = try form.addition(id: list.services.identifiers(), at: present)
                list.perform(addition)
                let due = addition.item.due.map { ", due \($0.text(at: present))" } ?? ""
                local.value.notice = "Added\(due): \(addition.item.title)"
            case .item(let id): list.perform(try form.edit(of: id, at: present))
            }
            list.wireframe.goBack()
        } catch {
            local.value.notice = "\(error)"
        }
    }

    /// Has the text of the form's field before the cursor.
    private func follow(_ top: TopScreen) {
        guard case .form(_, let form) = top, let field = form.focused, field.value != local.value.field.text else {
            return
        }
        local.value.field.text = field.value
    }
}
