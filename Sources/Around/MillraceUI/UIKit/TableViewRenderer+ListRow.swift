#if canImport(UIKit) && !os(watchOS)
import MillraceViews
import UIKit

// SwiftUI has a `ListRow`, too; this file does not import it.

extension TableViewRenderer where Row == ListRow {
    /// Creates a renderer of ready-made rows, in cells of the system's.
    ///
    /// A cell shows the title, the detail below it, the swatch as a small disc, a check mark where the row is selected,
    /// and the accessory at its end; a row that is not enabled is dim.
    ///
    /// - Parameter tableView: The table view, which shows no rows at first.
    public convenience init(_ tableView: UITableView) {
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Millrace.ListRow")
        self.init(tableView) { tableView, path, row in
            let cell = tableView.dequeueReusableCell(withIdentifier: "Millrace.ListRow", for: path)
            cell.show(row)
            return cell
        }
    }
}

extension UITableViewCell {
    /// Shows a ready-made row.
    ///
    /// - Parameter row: The row.
    public func show(_ row: ListRow) {
        var content = defaultContentConfiguration()
        content.text = row.title
        content.secondaryText = row.detail
        content.textProperties.color = row.isEnabled ? .label : .secondaryLabel
        if let color = row.swatch {
            content.image = UIImage(systemName: "circle.fill")
            content.imageProperties.tintColor = UIColor(color)
        }
        contentConfiguration = content
        indentationLevel = row.indentation
        isUserInteractionEnabled = row.isEnabled
        show(row.accessory)
        if row.isSelected { accessoryType = .checkmark }
    }

    private func show(_ accessory: ListRow.Accessory) {
        (accessoryType, accessoryView) = (.none, nil)
        switch accessory {
        case .none: break
        case .disclosure: accessoryType = .disclosureIndicator
        case .count(let count): showAtEnd("\(count)")
        case .badge(let text): showAtEnd(text)
        }
    }

    /// The check mark of a selected row stands in its place, since a cell has one accessory.
    private func showAtEnd(_ text: String) {
        let label = UILabel()
        label.text = text
        label.textColor = .secondaryLabel
        label.sizeToFit()
        accessoryView = label
    }
}

extension UIColor {
    fileprivate convenience init(_ color: RGBColor) {
        func part(_ byte: UInt8) -> CGFloat { CGFloat(byte) / 255 }
        self.init(red: part(color.red), green: part(color.green), blue: part(color.blue), alpha: 1)
    }
}
#endif
