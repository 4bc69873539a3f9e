import Foundation
import MillraceFlux
import MillraceSignals

/// Opens addresses, each as soon as its requirements are met: a login, or data that is still being loaded.
///
/// ```swift
/// let opener = DeepLinkOpener(links, on: dispatcher) { [session] route in
///     route.selected == .rooms ? session.state.select { $0.user != nil } : nil
/// }
/// opener.open(url)
/// ```
///
/// To open a link is to dispatch an action: `Navigate.show` with its route, or another one. So an opener needs the
/// dispatcher and the stores that its links wait for, and not the object that keeps it.
///
/// At most one link waits. A newer link replaces the waiting one, even if the newer one is opened at once, because the
/// user wants that one now.
///
/// Keep the opener for as long as you use it; when it is released, the waiting link is discarded. It keeps the
/// dispatcher, and the observable that the waiting link needs. It belongs to one isolation domain and is not `Sendable`.
public final class DeepLinkOpener<Target: Hashable & Sendable> {
    /// The outcome of opening an address.
    public enum Answer: Equatable, Sendable {
        /// The address was opened.
        case opened(Target)
        /// The address waits until its requirements are met.
        case waits(Target)
        /// No link of this app matches the address.
        case unknown(UnknownDeepLink)
    }

    /// The target that waits; nil if none does.
    public let waiting: Observable<Target?>

    private let links: DeepLinks<Target>
    private let needs: (Target) -> Observable<Bool>?
    private let action: (Target) -> any Action
    private let dispatcher: Dispatcher
    private let pending = Variable<Target?>(nil)
    private var observation: Subscription?

    /// Creates an opener that dispatches an action to open a link.
    ///
    /// - Parameters:
    ///   - links: The addresses that the app can open.
    ///   - dispatcher: Gets the actions.
    ///   - needs: Returns an observable that is true when the requirements of a target are met; nil if it has none.
    ///   - action: Returns the action that shows a target, when it is to be shown.
    public init(
        _ links: DeepLinks<Target>,
        on dispatcher: Dispatcher,
        needs: @escaping (Target) -> Observable<Bool>? = { _ in nil },
        opening action: @escaping (Target) -> any Action
    ) {
        self.links = links
        self.dispatcher = dispatcher
        self.needs = needs
        self.action = action
        waiting = pending.removeDuplicates()
    }

    /// Creates an opener that shows the routes of links: it dispatches `Navigate.show`.
    ///
    /// - Parameters:
    ///   - links: The addresses that the app can open.
    ///   - dispatcher: Gets the actions.
    ///   - needs: Returns an observable that is true when the requirements of a route are met; nil if it has none.
    public convenience init<Screen>(
        _ links: DeepLinks<Target>,
        on dispatcher: Dispatcher,
        needs: @escaping (Target) -> Observable<Bool>? = { _ in nil }
    ) where Target == Route<Screen> {
        self.init(links, on: dispatcher, needs: needs) { Navigate<Screen>.show($0) }
    }

    /// Opens an address, now or as soon as its requirements are met.
    ///
    /// A link that waits is replaced, unless the address is unknown: that changes nothing.
    ///
    /// - Returns: Whether the address was opened, waits, or is unknown.
    @discardableResult
    public func open(_ url: URL) -> Answer {
        switch links.target(of: url) {
        case .failure(let unknown): .unknown(unknown)
        case .success(let target): open(target)
        }
    }

    /// Discards the waiting link. Does nothing if none waits.
    public func cancel() {
        observation = nil
        pending.value = nil
    }

    private func open(_ target: Target) -> Answer {
        cancel()
        guard let isReady = needs(target), !isReady.value else {
            dispatcher.dispatch(action(target))
            return .opened(target)
        }
        pending.value = target
        observation = isReady.observe { [weak self] isReady in
            if isReady { self?.arrive() }
        }
        return .waits(target)
    }

    private func arrive() {
        guard let target = pending.value else { return }
        cancel()
        dispatcher.dispatch(action(target))
    }
}
