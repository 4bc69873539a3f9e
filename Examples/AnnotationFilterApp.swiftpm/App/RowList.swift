import AnnotationFilter
import Millrace
import MillraceUI
import SwiftUI

/// Rows in a table view, which is told what has changed, as a view of SwiftUI.
struct RowList {
    /// What is shown.
    let list: LiveSheetList

    /// Called with the identity of a row that the user has chosen.
    let select: (String) -> Void
}

/// What a list keeps as long as it is on the screen: the renderer, by the binding.
@MainActor
final class RowListCoordinator: NSObject {
    let bindings = SubscriptionBag()
    var select: (String) -> Void = { _ in }
    var row: (RowPath) -> String? = { _ in nil }
}

#if canImport(UIKit)
extension RowList: UIViewRepresentable {
    func makeUIView(context: Context) -> UITableView {
        let tableView = UITableView()
        let renderer = TableViewRenderer(tableView)
        context.coordinator.row = { [weak renderer] path in renderer?.list[path].id }
        tableView.delegate = context.coordinator
        list.bind(to: renderer).store(in: context.coordinator.bindings)
        return tableView
    }

    func updateUIView(_ tableView: UITableView, context: Context) { context.coordinator.select = select }

    func makeCoordinator() -> RowListCoordinator { RowListCoordinator() }
}

extension RowListCoordinator: UITableViewDelegate {
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        if let id = row(RowPath(indexPath)) { select(id) }
    }
}
#elseif canImport(AppKit)
extension RowList: NSViewRepresentable {
    func makeNSView(context: Context) -> NSScrollView {
        let (scrollView, tableView) = (NSScrollView(), NSTableView())
        tableView.addTableColumn(NSTableColumn())
        scrollView.documentView = tableView
        let renderer = TableViewRenderer<ListRow>(tableView) { _, _, row in
            NSTextField(labelWithString: row.title)
        }
        renderer.selections.observe(for: context.coordinator) { [weak renderer] coordinator, path in
            if let path, let row = renderer?.list[path] { coordinator.select(row.id) }
        }
        list.bind(to: renderer).store(in: context.coordinator.bindings)
        return scrollView
    }

    func updateNSView(_ scrollView: NSScrollView, context: Context) { context.coordinator.select = select }

    func makeCoordinator() -> RowListCoordinator { RowListCoordinator() }
}
#endif
