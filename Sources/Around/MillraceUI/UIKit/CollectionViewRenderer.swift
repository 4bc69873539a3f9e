#if canImport(UIKit) && !os(watchOS)
import MillraceData
import MillraceViews
import UIKit

/// Shows a list or live rows in a `UICollectionView`, one batch a turn.
///
/// ```swift
/// let cells = UICollectionView.CellRegistration<PostCell, PostRow> { cell, _, row in cell.show(row) }
/// let renderer = CollectionViewRenderer<PostRow>(collectionView) { view, path, row in
///     view.dequeueConfiguredReusableCell(using: cells, for: path, item: row)
/// }
/// posts.bind(to: renderer).store(in: subscriptions)
/// ```
///
/// Otherwise like ``TableViewRenderer``, also in that it has been type-checked only. Headers and footers are supplementary
/// views of yours.
@MainActor
public final class CollectionViewRenderer<Row: Identifiable & Equatable & Sendable> {
    /// A closure that makes a header or footer: the view, its kind, where it stands and the section.
    public typealias Supplement = (UICollectionView, String, IndexPath, LiveList<Row>.Section) ->
        UICollectionReusableView

    /// The list that the collection view shows: the delegate finds the row at a path in it.
    public private(set) var list = LiveList<Row>(ListModel())

    private let collectionView: UICollectionView
    private let source = CollectionViewSource()

    /// Creates a renderer, and makes it the data source of a collection view.
    ///
    /// - Parameters:
    ///   - collectionView: The collection view, which shows no items at first.
    ///   - supplement: Dequeues and configures a header or footer; needed where the layout has any.
    ///   - cell: Dequeues the cell for a row, and configures it. It is called again for a row that has changed, and must
    ///     then dequeue a cell of the same registration.
    public init(
        _ collectionView: UICollectionView,
        supplement: Supplement? = nil,
        cell: @escaping (UICollectionView, IndexPath, Row) -> UICollectionViewCell
    ) {
        self.collectionView = collectionView
        source.sectionCount = { [weak self] in self?.list.sectionCount ?? 0 }
        source.rowCount = { [weak self] in self?.list[$0].count ?? 0 }
        source.cell = { [weak self] collectionView, path in
            guard let self else { return UICollectionViewCell() }
            return cell(collectionView, path, list[RowPath(path)])
        }
        source.supplement = { [weak self] collectionView, kind, path in
            guard let self, let supplement else { return UICollectionReusableView() }
            return supplement(collectionView, kind, path, list[path.section])
        }
        collectionView.dataSource = source
        collectionView.reloadData()
    }

    private func show(_ new: LiveList<Row>, _ changes: SectionChanges?) {
        switch ListBatch(changes, isOnScreen: collectionView.window != nil) {
        case .nothing: list = new
        case .reload:
            list = new
            collectionView.reloadData()
        case .update(let changes):
            collectionView.performBatchUpdates { [self] in
                list = new
                collectionView.apply(changes)
            }
            collectionView.reconfigureItems(at: changes.modifications.map { IndexPath($0.new) })
            let headers = IndexSet(changes.sections.modifications.map(\.new))
            if !headers.isEmpty { collectionView.reloadSections(headers) }
        }
    }
}

extension CollectionViewRenderer: @MainActor ListRenderer {
    /// Shows a model.
    ///
    /// - Parameters:
    ///   - model: The model to show.
    ///   - changes: The changes that lead to it.
    public func render(_ model: ListModel<Row>, changes: SectionChanges) { show(LiveList(model), changes) }
}

extension CollectionViewRenderer: @MainActor LiveListRenderer {
    /// Shows live rows.
    ///
    /// - Parameters:
    ///   - list: The model to show.
    ///   - changes: The changes that lead to it; nil if everything is to be shown again.
    public func render(_ list: LiveList<Row>, changes: SectionChanges?) { show(list, changes) }
}

extension UICollectionView {
    fileprivate func apply(_ changes: SectionChanges) {
        let sections = changes.sections
        if !sections.deletions.isEmpty { deleteSections(IndexSet(sections.deletions)) }
        if !sections.insertions.isEmpty { insertSections(IndexSet(sections.insertions)) }
        for move in sections.moves { moveSection(move.old, toSection: move.new) }
        if !changes.deletions.isEmpty { deleteItems(at: changes.deletions.map(IndexPath.init)) }
        if !changes.insertions.isEmpty { insertItems(at: changes.insertions.map(IndexPath.init)) }
        for move in changes.moves { moveItem(at: IndexPath(move.old), to: IndexPath(move.new)) }
    }
}

/// The data source of a collection view: not generic, as a class of Objective-C has to be.
private final class CollectionViewSource: NSObject, UICollectionViewDataSource {
    var sectionCount: () -> Int = { 0 }
    var rowCount: (Int) -> Int = { _ in 0 }
    var cell: (UICollectionView, IndexPath) -> UICollectionViewCell = { _, _ in UICollectionViewCell() }
    var supplement: (UICollectionView, String, IndexPath) -> UICollectionReusableView = { _, _, _ in
        UICollectionReusableView()
    }

    func numberOfSections(in collectionView: UICollectionView) -> Int { sectionCount() }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        rowCount(section)
    }

    func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        cell(collectionView, indexPath)
    }

    func collectionView(
        _ collectionView: UICollectionView,
        viewForSupplementaryElementOfKind kind: String,
        at indexPath: IndexPath
    ) -> UICollectionReusableView {
        supplement(collectionView, kind, indexPath)
    }
}
#endif
