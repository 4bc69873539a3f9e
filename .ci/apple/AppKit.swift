// What MillraceUI, the guides and the example app use of AppKit, to type-check it on Linux: see `.ci/apple/modules`. Each
// declaration is as the page named above it has it, under https://developer.apple.com/documentation/appkit/; bodies are
// never run. What a delegate may leave out is required here: so a name that AppKit does not know is an error.
@_exported import Foundation

// nsresponder
@MainActor
open class NSResponder: NSObject {}

// nsview
open class NSView: NSResponder {
    // nsview/window
    open var window: NSWindow? { nil }
}

// nswindow
open class NSWindow: NSResponder {}

// nsviewcontroller
open class NSViewController: NSResponder {
    // nsviewcontroller/init(nibname:bundle:)
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
    // nsviewcontroller/init(coder:)
    public required init?(coder: NSCoder) {}
    // nsviewcontroller/view
    open var view = NSView()
    // nsviewcontroller/loadview()
    open func loadView() {}
    // nsviewcontroller/viewdidload()
    open func viewDidLoad() {}
}

// nscontrol
open class NSControl: NSView {
    // nscontrol/stringvalue
    open var stringValue = ""
}

// nstextfield
open class NSTextField: NSControl {}

extension NSTextField {
    // nstextfield/init(labelwithstring:)
    public convenience init(labelWithString stringValue: String) { self.init() }
}

// nstablecellview
open class NSTableCellView: NSView {
    // nstablecellview/textfield
    open var textField: NSTextField?
}

// nstablecolumn
@MainActor
open class NSTableColumn: NSObject {}

// nsuserinterfaceitemidentifier
public struct NSUserInterfaceItemIdentifier: Hashable, Sendable {
    // nsuserinterfaceitemidentifier/init(_:)
    public init(_ rawValue: String) {}
}

// nsscrollview
open class NSScrollView: NSView {
    // nsscrollview/documentview
    open var documentView: NSView?
}

// nstableview
open class NSTableView: NSControl {
    // nstableview/animationoptions
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        // nstableview/animationoptions/effectfade
        public static var effectFade: AnimationOptions { AnimationOptions(rawValue: 1) }
    }
    // nstableview/datasource
    open weak var dataSource: (any NSTableViewDataSource)?
    // nstableview/delegate
    open weak var delegate: (any NSTableViewDelegate)?
    // nstableview/addtablecolumn(_:)
    open func addTableColumn(_ tableColumn: NSTableColumn) {}
    // nstableview/numberofcolumns
    open var numberOfColumns: Int { 0 }
    // nstableview/selectedrow
    open var selectedRow: Int { -1 }
    // nstableview/reloaddata()
    open func reloadData() {}
    // nstableview/reloaddata(forrowindexes:columnindexes:)
    open func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) {}
    // nstableview/beginupdates()
    open func beginUpdates() {}
    // nstableview/endupdates()
    open func endUpdates() {}
    // nstableview/removerows(at:withanimation:)
    open func removeRows(at indexes: IndexSet, withAnimation animationOptions: NSTableView.AnimationOptions = []) {}
    // nstableview/insertrows(at:withanimation:)
    open func insertRows(at indexes: IndexSet, withAnimation animationOptions: NSTableView.AnimationOptions = []) {}
    // nstableview/makeview(withidentifier:owner:)
    open func makeView(withIdentifier identifier: NSUserInterfaceItemIdentifier, owner: Any?) -> NSView? { nil }
}

// nstableviewdatasource
@MainActor
public protocol NSTableViewDataSource: NSObjectProtocol {
    // nstableviewdatasource/numberofrows(in:)
    func numberOfRows(in tableView: NSTableView) -> Int
}

// nstableviewdelegate
@MainActor
public protocol NSTableViewDelegate: NSObjectProtocol {
    // nstableviewdelegate/tableview(_:viewfor:row:)
    func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView?
    // nstableviewdelegate/tableview(_:isgrouprow:)
    func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool
    // nstableviewdelegate/tableview(_:shouldselectrow:)
    func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool
    // nstableviewdelegate/tableviewselectiondidchange(_:)
    func tableViewSelectionDidChange(_ notification: Notification)
}
