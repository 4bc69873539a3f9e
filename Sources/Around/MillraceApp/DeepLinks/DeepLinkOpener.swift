import Foundation
import MillraceSignals

/// Opens addresses, each as soon as its requirements are met: a login, or data that is still being loaded.
///
/// ```swift
/// let opener = DeepLinkOpener(links) { route in
///     route.selected == .rooms ? session.state.select { $0.user != nil } : nil
/// } open: { route in
///     dispatcher.dispatch(Navigate.show(route))
/// }
/// opener.open(url)
/// ```
///
/// At most one link waits. A newer link replaces the waiting one, even if the newer one is opened at once, because it
/// is what the user wants now.
///
/// Keep the opener for as long as you use it; when it is released, the waiting link is discarded. It keeps the
/// observable that the waiting link needs. It belongs to one isolation domain and is not `Sendable`.
public final class DeepLinkOpener<Target: Hashable & Sendable> {
    /// What an opener did with an address.
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
    private let openTarget: (Target) -> Void
    private let pending = Variable<Target?>(nil)
    private var observation: Subscription?

    /// Creates an opener.
    ///
    /// - Parameters:
    ///   - links: The addresses that the app can open.
    ///   - needs: Returns an observable that is true when the requirements of a target are met; nil if it has none.
    ///   - open: Shows the target, usually by dispatching an action. Kept as long as the opener.
    public init(
        _ links: DeepLinks<Target>,
        needs: @escaping (Target) -> Observable<Bool>? = { _ in nil },
        open: @escaping (Target) -> Void
    ) {
        self.links = links
        self.needs = needs
        openTarget = open
        waiting = pending.removeDuplicates()
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
            openTarget(target)
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
        openTarget(target)
    }
}
