import Millrace
import MillraceTerminal

/// The filters on the left, the annotations on the right. Tab goes from one to the other.
final class AnnotationFilterScreen {
    private let panel = TerminalPlainListRenderer()
    private let notes = TerminalPlainListRenderer()
    private let isInList = Variable(false)
    private let size: Observable<TerminalSize>
    private let path: String
    private let bindings = SubscriptionBag()

    init(_ view: AnnotationFilterView, opening path: String, size: Observable<TerminalSize>) {
        self.size = size
        self.path = path
        view.panel.bind(to: panel).store(in: bindings)
        view.visible.grouped(by: \.status.rawValue)
            .bind(to: notes, title: view.title, header: { $0 }, row: AnnotationFilterViewProvider.row)
            .store(in: bindings)
        size.observe { [panel, notes] size in
            panel.resize(to: size.left.size)
            notes.resize(to: size.right.size)
        }.store(in: bindings)
    }

    var canvas: Observable<TerminalCanvas> {
        combine(panel.list, notes.list, isInList, size).map { panel, list, isInList, size in
            var canvas = TerminalCanvas(size: size)
            canvas.draw(panel, in: size.left, isFocused: !isInList)
            canvas.draw(list, in: size.right, isFocused: isInList)
            return canvas
        }
    }

    /// What a key asks for; nil if it concerns the screen alone.
    func press(_ key: TerminalKey) -> (any Action)? {
        let note = isInList.value ? notes.row.flatMap { Int($0.id) } : nil
        switch key {
        case .tab: isInList.value.toggle()
        case .character("a"): return ShowAll()
        case .character("y"): return note.map { Decide(id: $0, status: .accepted) }
        case .character("n"): return note.map { Decide(id: $0, status: .rejected) }
        case .character("o"): return Open(path: path)
        case .escape: return CancelOpening()
        case .character("x"): return note.map { Remove(id: $0) }
        case .enter where !isInList.value: return panel.row.flatMap { Filter(id: $0.id) }.map { Toggle(filter: $0) }
        default: (isInList.value ? notes : panel).move(key)
        }
        return nil
    }
}

extension TerminalSize {
    /// The place of the filters.
    var left: TerminalRegion { TerminalRegion(column: 0, row: 0, columns: min(20, columns), rows: rows) }

    /// The place of the annotations.
    var right: TerminalRegion { TerminalRegion(column: 22, row: 0, columns: max(0, columns - 22), rows: rows) }
}
