// What MillraceUI, the guides and the example app use of UIKit, to type-check it on Linux: see `.ci/apple/modules`. Each
// declaration is as the page named above it has it, under https://developer.apple.com/documentation/uikit/; bodies are
// never run. What a delegate may leave out is required here: so a name that UIKit does not know is an error.
@_exported import Foundation

// uiresponder
@MainActor
open class UIResponder: NSObject {}

// uiviewcontroller
open class UIViewController: UIResponder {
    // uiviewcontroller/init()
    public convenience override init() { self.init(nibName: nil, bundle: nil) }
    // uiviewcontroller/init(nibname:bundle:)
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
    // uiviewcontroller/init(coder:)
    public required init?(coder: NSCoder) {}
    // uiviewcontroller/view
    public var view: UIView! = UIView()
    // uiviewcontroller/viewdidload()
    open func viewDidLoad() {}
    // uiviewcontroller/title
    public var title: String?
    // uiviewcontroller/transitioncoordinator
    public var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }
}

// uinavigationcontroller
open class UINavigationController: UIViewController {
    // uinavigationcontroller/viewcontrollers
    public var viewControllers: [UIViewController] = []
    // uinavigationcontroller/pushviewcontroller(_:animated:)
    public func pushViewController(_ viewController: UIViewController, animated: Bool) {}
    // uinavigationcontroller/setviewcontrollers(_:animated:)
    public func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {}
}

// uiviewcontrollertransitioncoordinatorcontext
@MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {}

// uiviewcontrollertransitioncoordinator
@MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    // uiviewcontrollertransitioncoordinator/animate(alongsidetransition:completion:)
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

// uiapplication
open class UIApplication: UIResponder {
    // uiapplication/launchoptionskey
    public struct LaunchOptionsKey: Hashable, Sendable {}
    // uiapplication/openurloptionskey
    public struct OpenURLOptionsKey: Hashable, Sendable {}
}

// uiapplicationdelegate
@MainActor
public protocol UIApplicationDelegate: AnyObject {
    // uiapplicationdelegate/application(_:didfinishlaunchingwithoptions:)
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    // uiapplicationdelegate/application(_:open:options:)
    func application(
        _ application: UIApplication,
        open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool
    // uiapplicationdelegate/applicationdidbecomeactive(_:)
    func applicationDidBecomeActive(_ application: UIApplication)
    // uiapplicationdelegate/applicationwillresignactive(_:)
    func applicationWillResignActive(_ application: UIApplication)
    // uiapplicationdelegate/applicationdidenterbackground(_:)
    func applicationDidEnterBackground(_ application: UIApplication)
    // uiapplicationdelegate/applicationwillenterforeground(_:)
    func applicationWillEnterForeground(_ application: UIApplication)
    // uiapplicationdelegate/applicationdidreceivememorywarning(_:)
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    // uiapplicationdelegate/applicationwillterminate(_:)
    func applicationWillTerminate(_ application: UIApplication)
}

// MARK: - Views

// uiview
open class UIView: UIResponder {
    // uiview/window
    open var window: UIWindow? { nil }
    // uiview/addsubview(_:)
    open func addSubview(_ view: UIView) {}
    // uiview/sizetofit()
    open func sizeToFit() {}
    // uiview/isuserinteractionenabled
    open var isUserInteractionEnabled = true
}

// uiwindow
open class UIWindow: UIView {}

// uilabel
open class UILabel: UIView {
    // uilabel/text
    open var text: String?
    // uilabel/textcolor
    open var textColor: UIColor!
}

// uicolor
open class UIColor: NSObject, @unchecked Sendable {
    // uicolor/init(red:green:blue:alpha:)
    nonisolated public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
    // uicolor/label
    open class var label: UIColor { fatalError() }
    // uicolor/secondarylabel
    open class var secondaryLabel: UIColor { fatalError() }
}

// uiimage
open class UIImage: NSObject, @unchecked Sendable {
    // uiimage/init(systemname:)
    public init?(systemName name: String) {}
}

// MARK: - Controls

// uicontrol
open class UIControl: UIView {
    // uicontrol/event
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        // uicontrol/event/touchupinside
        public static var touchUpInside: Event { Event(rawValue: 1 << 6) }
        // uicontrol/event/valuechanged
        public static var valueChanged: Event { Event(rawValue: 1 << 12) }
        // uicontrol/event/primaryactiontriggered
        public static var primaryActionTriggered: Event { Event(rawValue: 1 << 13) }
        // uicontrol/event/editingchanged
        public static var editingChanged: Event { Event(rawValue: 1 << 17) }
        // uicontrol/event/editingdidendonexit
        public static var editingDidEndOnExit: Event { Event(rawValue: 1 << 19) }
    }
    // uicontrol/isenabled
    open var isEnabled = true
    // uicontrol/addaction(_:for:)
    open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {}
    // uicontrol/removeaction(_:for:)
    open func removeAction(_ action: UIAction, for controlEvents: UIControl.Event) {}
}

// uiactionhandler
public typealias UIActionHandler = (UIAction) -> Void

// uiaction
@MainActor
open class UIAction: NSObject {
    // uiaction/identifier
    public struct Identifier: Hashable, Sendable {}
    // uiaction/init(title:image:identifier:discoverabilitytitle:attributes:state:handler:)
    @MainActor @preconcurrency
    public init(
        title: String = "",
        image: UIImage? = nil,
        identifier: UIAction.Identifier? = nil,
        discoverabilityTitle: String? = nil,
        handler: @escaping UIActionHandler
    ) {}
}

// uibutton
open class UIButton: UIControl {}

// uitextfield
open class UITextField: UIControl {
    // uitextfield/text
    open var text: String?
}

// uiswitch
open class UISwitch: UIControl {
    // uiswitch/ison
    open var isOn = false
}

// uislider
open class UISlider: UIControl {
    // uislider/value
    open var value: Float = 0
}

// uisegmentedcontrol
open class UISegmentedControl: UIControl {
    // uisegmentedcontrol/selectedsegmentindex
    open var selectedSegmentIndex = -1
}

// MARK: - Table views

extension IndexPath {
    // https://developer.apple.com/documentation/foundation/indexpath/init(row:section:)
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    // https://developer.apple.com/documentation/foundation/indexpath/init(item:section:)
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    // https://developer.apple.com/documentation/foundation/indexpath/section
    public var section: Int { self[0] }
    // https://developer.apple.com/documentation/foundation/indexpath/row
    public var row: Int { self[1] }
    // https://developer.apple.com/documentation/foundation/indexpath/item
    public var item: Int { self[1] }
}

// uitableview
open class UITableView: UIView {
    // uitableview/rowanimation
    public enum RowAnimation: Int, Sendable { case fade, right, left, top, bottom, none, middle, automatic = 100 }
    // uitableview/datasource
    open weak var dataSource: (any UITableViewDataSource)?
    // uitableview/delegate
    open weak var delegate: (any UITableViewDelegate)?
    // uitableview/reloaddata()
    open func reloadData() {}
    // uitableview/performbatchupdates(_:completion:)
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {}
    // uitableview/insertrows(at:with:)
    open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {}
    // uitableview/deleterows(at:with:)
    open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {}
    // uitableview/moverow(at:to:)
    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
    // uitableview/reconfigurerows(at:)
    open func reconfigureRows(at indexPaths: [IndexPath]) {}
    // uitableview/insertsections(_:with:)
    open func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {}
    // uitableview/deletesections(_:with:)
    open func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {}
    // uitableview/movesection(_:tosection:)
    open func moveSection(_ section: Int, toSection newSection: Int) {}
    // uitableview/reloadsections(_:with:)
    open func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {}
    // uitableview/register(_:forcellreuseidentifier:), of a class
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}
    // uitableview/dequeuereusablecell(withidentifier:for:)
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        fatalError()
    }
    // uitableview/deselectrow(at:animated:)
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {}
}

// uitableviewdatasource
@MainActor
public protocol UITableViewDataSource: NSObjectProtocol {
    // uitableviewdatasource/numberofsections(in:)
    func numberOfSections(in tableView: UITableView) -> Int
    // uitableviewdatasource/tableview(_:numberofrowsinsection:)
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    // uitableviewdatasource/tableview(_:cellforrowat:)
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
    // uitableviewdatasource/tableview(_:titleforheaderinsection:)
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
    // uitableviewdatasource/tableview(_:titleforfooterinsection:)
    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?
}

// uitableviewdelegate
@MainActor
public protocol UITableViewDelegate: NSObjectProtocol {
    // uitableviewdelegate/tableview(_:didselectrowat:)
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
}

// uitableviewcell
open class UITableViewCell: UIView {
    // uitableviewcell/accessorytype-swift.enum
    public enum AccessoryType: Int, Sendable { case none, disclosureIndicator, detailDisclosureButton, checkmark }
    // uitableviewcell/accessorytype-swift.property
    open var accessoryType = AccessoryType.none
    // uitableviewcell/accessoryview
    open var accessoryView: UIView?
    // uitableviewcell/indentationlevel
    open var indentationLevel = 0
    // uitableviewcell/contentconfiguration
    open var contentConfiguration: (any UIContentConfiguration)?
    // uitableviewcell/defaultcontentconfiguration()
    open func defaultContentConfiguration() -> UIListContentConfiguration { fatalError() }
}

// uicontentconfiguration
@MainActor
public protocol UIContentConfiguration {}

// uilistcontentconfiguration
@MainActor
public struct UIListContentConfiguration: UIContentConfiguration {
    // uilistcontentconfiguration/text
    public var text: String?
    // uilistcontentconfiguration/secondarytext
    public var secondaryText: String?
    // uilistcontentconfiguration/image
    public var image: UIImage?
    // uilistcontentconfiguration/textproperties-swift.property
    public var textProperties: TextProperties
    // uilistcontentconfiguration/imageproperties-swift.property
    public var imageProperties: ImageProperties
    // uilistcontentconfiguration/textproperties-swift.struct
    public struct TextProperties {
        // uilistcontentconfiguration/textproperties-swift.struct/color
        public var color: UIColor
    }
    // uilistcontentconfiguration/imageproperties-swift.struct
    public struct ImageProperties {
        // uilistcontentconfiguration/imageproperties-swift.struct/tintcolor
        public var tintColor: UIColor?
    }
}

// MARK: - Collection views

// uicollectionview
open class UICollectionView: UIView {
    // uicollectionview/datasource
    open weak var dataSource: (any UICollectionViewDataSource)?
    // uicollectionview/reloaddata()
    open func reloadData() {}
    // uicollectionview/performbatchupdates(_:completion:)
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {}
    // uicollectionview/insertitems(at:)
    open func insertItems(at indexPaths: [IndexPath]) {}
    // uicollectionview/deleteitems(at:)
    open func deleteItems(at indexPaths: [IndexPath]) {}
    // uicollectionview/moveitem(at:to:)
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
    // uicollectionview/reconfigureitems(at:)
    open func reconfigureItems(at indexPaths: [IndexPath]) {}
    // uicollectionview/insertsections(_:)
    open func insertSections(_ sections: IndexSet) {}
    // uicollectionview/deletesections(_:)
    open func deleteSections(_ sections: IndexSet) {}
    // uicollectionview/movesection(_:tosection:)
    open func moveSection(_ section: Int, toSection newSection: Int) {}
    // uicollectionview/reloadsections(_:)
    open func reloadSections(_ sections: IndexSet) {}
    // uicollectionview/cellregistration
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        // uicollectionview/cellregistration/handler
        public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
        // uicollectionview/cellregistration/init(handler:)
        @MainActor @preconcurrency
        public init(handler: @escaping UICollectionView.CellRegistration<Cell, Item>.Handler) {}
    }
    // uicollectionview/dequeueconfiguredreusablecell(using:for:item:)
    public func dequeueConfiguredReusableCell<Cell, Item>(
        using registration: UICollectionView.CellRegistration<Cell, Item>,
        for indexPath: IndexPath,
        item: Item?
    ) -> Cell { fatalError() }
}

// uicollectionreusableview
open class UICollectionReusableView: UIView {}

// uicollectionviewcell
open class UICollectionViewCell: UICollectionReusableView {}

// uicollectionviewlistcell
open class UICollectionViewListCell: UICollectionViewCell {
    // uicollectionviewlistcell/defaultcontentconfiguration()
    open func defaultContentConfiguration() -> UIListContentConfiguration { fatalError() }
    // uicollectionviewcell/contentconfiguration
    open var contentConfiguration: (any UIContentConfiguration)?
}

// uicollectionviewdatasource
@MainActor
public protocol UICollectionViewDataSource: NSObjectProtocol {
    // uicollectionviewdatasource/numberofsections(in:)
    func numberOfSections(in collectionView: UICollectionView) -> Int
    // uicollectionviewdatasource/collectionview(_:numberofitemsinsection:)
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    // uicollectionviewdatasource/collectionview(_:cellforitemat:)
    func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell
    // uicollectionviewdatasource/collectionview(_:viewforsupplementaryelementofkind:at:)
    func collectionView(
        _ collectionView: UICollectionView,
        viewForSupplementaryElementOfKind kind: String,
        at indexPath: IndexPath
    ) -> UICollectionReusableView
}
