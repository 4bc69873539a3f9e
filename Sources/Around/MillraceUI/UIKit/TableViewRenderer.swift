// watchOS can import UIKit, too, but has no views there.
#if canImport(UIKit) && !os(watchOS)
import MillraceData
import MillraceViews
import UIKit

/// Shows a list or live rows in a `UITableView`, one batch a turn.
///
/// ```swift
/// let renderer = TableViewRenderer<ListRow>(tableView)
/// panels.bind(to: renderer).store(in: subscriptions)
/// ```
///
/// Nothing is compared: the changes are known, and a batch of k changes costs O(k log n), where a diffable data source
/// hashes all n identities. A row that has changed is configured again in its cell; a list that is in no window is
/// reloaded, without a layout. The title of the list is the screen's: bind it to the navigation item.
///
/// The renderer is the data source of the table view, which it keeps; the delegate is yours. Whoever binds keeps the
/// renderer, so it lives as long as the subscription. Has been type-checked only: see the guide to platforms.
@MainActor
public final class TableViewRenderer<Row: Identifiable & Equatable & Sendable> {
    /// The list that the view shows: the delegate finds the row at a path in it.
    public private(set) var list = LiveList<Row>(ListModel())

    private let tableView: UITableView
    private let source = TableViewSource()

    /// Creates a renderer, and makes it the data source of a table view.
    ///
    /// - Parameters:
    ///   - tableView: The table view, which shows no rows at first.
    ///   - cell: Dequeues the cell for a row, and configures it. It is called again for a row that has changed, and must
    ///     then dequeue a cell of the same identifier.
    public init(_ tableView: UITableView, cell: @escaping (UITableView, IndexPath, Row) -> UITableViewCell) {
        self.tableView = tableView
        source.sectionCount = { [weak self] in self?.list.sectionCount ?? 0 }
        source.section = { [weak self] position in
            guard let section = self?.list[position] else { return (0, nil, nil) }
            return (section.count, section.header, section.footer)
        }
        source.cell = { [weak self] tableView, path in
            guard let self else { return UITableViewCell() }
            return cell(tableView, path, list[RowPath(path)])
        }
        tableView.dataSource = source
        tableView.reloadData()
    }

    private func show(_ new: LiveList<Row>, _ changes: SectionChanges?) {
        switch ListBatch(changes, isOnScreen: tableView.window != nil) {
        case .nothing: list = new
        case .reload:
            list = new
            tableView.reloadData()
        case .update(let changes):
            tableView.performBatchUpdates { [self] in
                list = new
                tableView.apply(changes)
            }
            tableView.reconfigureRows(at: changes.modifications.map { IndexPath($0.new) })
            let headers = IndexSet(changes.sections.modifications.map(\.new))
            if !headers.isEmpty { tableView.reloadSections(headers, with: .none) }
        }
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

extension UITableView {
    fileprivate func apply(_ changes: SectionChanges) {
        let sections = changes.sections
        if !sections.deletions.isEmpty { deleteSections(IndexSet(sections.deletions), with: .automatic) }
        if !sections.insertions.isEmpty { insertSections(IndexSet(sections.insertions), with: .automatic) }
        for move in sections.moves { moveSection(move.old, toSection: move.new) }
        if !changes.deletions.isEmpty { deleteRows(at: changes.deletions.map(IndexPath.init), with: .automatic) }
        if !changes.insertions.isEmpty { insertRows(at: changes.insertions.map(IndexPath.init), with: .automatic) }
        for move in changes.moves { moveRow(at: IndexPath(move.old), to: IndexPath(move.new)) }
    }
}

/// The data source of a table view: not generic, as a class of Objective-C has to be.
private final class TableViewSource: NSObject, UITableViewDataSource {
    var sectionCount: () -> Int = { 0 }
    var section: (Int) -> (count: Int, header: String?, footer: String?) = { _ in (0, nil, nil) }
    var cell: (UITableView, IndexPath) -> UITableViewCell = { _, _ in UITableViewCell() }

    func numberOfSections(in tableView: UITableView) -> Int { sectionCount() }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { self.section(section).count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        cell(tableView, indexPath)
    }

    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        self.section(section).header
    }

    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
        self.section(section).footer
    }
}
#endif
