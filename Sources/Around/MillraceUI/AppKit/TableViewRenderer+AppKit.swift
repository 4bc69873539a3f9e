// Under Mac Catalyst AppKit can be imported, too, but the views are those of UIKit.
#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import MillraceData
import MillraceSignals
import MillraceViews

/// Shows a list or live rows in an `NSTableView`, once a turn.
///
/// ~~~swift
/// let renderer = TableViewRenderer<NoteRow>(tableView) { tableView, column, row in
///     let view = tableView.makeView(withIdentifier: .note, owner: nil) as? NSTableCellView ?? NSTableCellView()
///     view.textField?.stringValue = row.title
///     return view
/// }
/// notes.bind(to: renderer) { NoteRow($0) }.store(in: subscriptions)
/// ~~~
///
/// A section's header is a group row above its rows. The table view applies changes one after the other: removed rows
/// go by their old positions, then inserted ones come by their new ones, so a row that moves loses its selection. k
/// changes of a list with s sections cost O(k log k + s), however many rows there are. A list that is in no window is
/// reloaded.
///
/// The renderer is data source and delegate of the table view, which it keeps. Whoever binds keeps the renderer, so it
/// lives as long as the subscription. Has been type-checked only: see the guide to platforms.
@MainActor
public final class TableViewRenderer<Row: Identifiable & Equatable & Sendable> {
    /// The list that the view shows.
    public private(set) var list = LiveList<Row>(ListModel())

    /// The path of the selected row, whenever the selection has changed; nil if none is selected. Never finishes.
    public let selections: Signal<RowPath?>

    private let tableView: NSTableView
    private let source = TableViewSource()
    private var rows = FlatRows()

    /// Creates a renderer, and makes it the data source and the delegate of a table view.
    ///
    /// - Parameters:
    ///   - tableView: The table view, which shows no rows at first.
    ///   - header: Makes the view of a section's header, from its text. By default a label.
    ///   - cell: Makes the view of a row in a column, or takes one that is not used any more.
    public init(
        _ tableView: NSTableView,
        header: @escaping (NSTableView, String) -> NSView? = { NSTextField(labelWithString: $1) },
        cell: @escaping (NSTableView, NSTableColumn?, Row) -> NSView?
    ) {
        self.tableView = tableView
        let selected = Emitter<RowPath?>()
        selections = selected
        source.count = { [weak self] in self?.rows.count ?? 0 }
        source.isHeader = { [weak self] position in
            guard let self, case .header = rows[position] else { return false }
            return true
        }
        source.view = { [weak self] tableView, column, position in
            guard let self else { return nil }
            switch rows[position] {
            case .header(let section): return list[section].header.flatMap { header(tableView, $0) }
            case .row(let path): return cell(tableView, column, list[path])
            }
        }
        source.select = { [weak self] position in
            guard let self else { return }
            if position >= 0, case .row(let path) = rows[position] { selected.send(path) } else { selected.send(nil) }
        }
        tableView.dataSource = source
        tableView.delegate = source
        tableView.reloadData()
    }

    private func show(_ new: LiveList<Row>, _ changes: SectionChanges?) {
        let former = rows
        (list, rows) = (new, FlatRows(new))
        guard let changes, tableView.window != nil else { return tableView.reloadData() }
        if changes.isEmpty { return }
        let flat = FlatChanges(changes, from: former, to: rows)
        tableView.beginUpdates()
        // In this order: each call counts from the result of the one before it.
        tableView.removeRows(at: flat.removals, withAnimation: .effectFade)
        tableView.insertRows(at: flat.insertions, withAnimation: .effectFade)
        tableView.endUpdates()
        tableView.reloadData(forRowIndexes: flat.reloads, columnIndexes: IndexSet(0..<tableView.numberOfColumns))
    }
}

// The conformances are of the main actor, where the table view is. The class is not derived from `NSObject`: an isolated
// conformance of a subclass of a class of Objective-C can be found by a cast at run time, on any thread.

extension TableViewRenderer: @MainActor ListRenderer {
    /// Shows a model.
    ///
    /// - Parameters:
    ///   - model: The model to show.
    ///   - changes: The changes that lead to it.
    public func render(_ model: ListModel<Row>, changes: SectionChanges) { show(LiveList(model), changes) }
}

extension TableViewRenderer: @MainActor LiveListRenderer {
    /// Shows live rows.
    ///
    /// - Parameters:
    ///   - list: The model to show.
    ///   - changes: The changes that lead to it; nil if everything is to be shown again.
    public func render(_ list: LiveList<Row>, changes: SectionChanges?) { show(list, changes) }
}

/// The data source of a table view: not generic, as a class of Objective-C has to be.
private final class TableViewSource: NSObject, NSTableViewDataSource, NSTableViewDelegate {
    var count: () -> Int = { 0 }
    var isHeader: (Int) -> Bool = { _ in false }
    var view: (NSTableView, NSTableColumn?, Int) -> NSView? = { _, _, _ in nil }
    var select: (Int) -> Void = { _ in }

    func numberOfRows(in tableView: NSTableView) -> Int { count() }

    func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
        view(tableView, tableColumn, row)
    }

    func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool { isHeader(row) }

    func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool { !isHeader(row) }

    func tableViewSelectionDidChange(_ notification: Notification) {
        if let tableView = notification.object as? NSTableView { select(tableView.selectedRow) }
    }
}
#endif
