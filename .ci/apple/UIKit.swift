// What the guides use of UIKit, with the isolation that it has there, so that their blocks are compiled where there is
// none. What a delegate may leave out is required here: so a name that UIKit does not know is an error.
@_exported import Foundation

@MainActor
open class UIResponder: NSObject {}

open class UIViewController: UIResponder {
    public var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }
}

open class UINavigationController: UIViewController {
    public var viewControllers: [UIViewController] = []
    public func pushViewController(_ viewController: UIViewController, animated: Bool) {}
    public func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {}
}

@MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {}

@MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

open class UIApplication: UIResponder {
    public struct LaunchOptionsKey: Hashable, Sendable {}
    public struct OpenURLOptionsKey: Hashable, Sendable {}
}

@MainActor
public protocol UIApplicationDelegate: AnyObject {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(
        _ application: UIApplication,
        open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool
    func applicationDidBecomeActive(_ application: UIApplication)
    func applicationWillResignActive(_ application: UIApplication)
    func applicationDidEnterBackground(_ application: UIApplication)
    func applicationWillEnterForeground(_ application: UIApplication)
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    func applicationWillTerminate(_ application: UIApplication)
}
