import Foundation
import MillraceSignals

/// Opens addresses, each when what it needs is there: a login, or something that is still being loaded.
///
/// ```swift
/// let opener = LinkOpener(links) { route in
///     route.selected == .rooms ? session.state.select { $0.user != nil } : nil
/// } open: { route in
///     dispatcher.dispatch(Navigate.show(route))
/// }
/// opener.open(url)
/// ```
///
/// One link waits at a time: a newer one, waiting or not, takes its place, since it is what the user wants now.
///
/// Whoever uses an opener keeps it; a link that waits when it is released is never opened. It belongs to one isolation
/// domain and is not `Sendable`.
public final class LinkOpener<Target: Hashable & Sendable> {
    /// What became of an address.
    public enum Answer: Equatable, Sendable {
        /// It was opened.
        case opened(Target)
        /// It waits until what it needs is there.
        case waits(Target)
        /// It means nothing to this app.
        case unknown(UnknownLink)
    }

    /// What waits; nil if nothing does.
    public let waiting: Observable<Target?>

    private let links: Links<Target>
    private let needs: (Target) -> Observable<Bool>?
    private let openTarget: (Target) -> Void
    private let pending = Variable<Target?>(nil)
    private var observation: Subscription?

    /// Creates an opener.
    ///
    /// - Parameters:
    ///   - links: The addresses that the app understands.
    ///   - needs: Whether all that a target needs is there, as an observable; nil if it needs nothing.
    ///   - open: Goes to the target.
    public init(
        _ links: Links<Target>,
        needs: @escaping (Target) -> Observable<Bool>? = { _ in nil },
        open: @escaping (Target) -> Void
    ) {
        self.links = links
        self.needs = needs
        openTarget = open
        waiting = pending.removeDuplicates()
    }

    /// Opens an address, now or when what it needs is there.
    ///
    /// An unknown one is an answer, and changes nothing.
    @discardableResult
    public func open(_ url: URL) -> Answer {
        switch links.target(of: url) {
        case .failure(let unknown): .unknown(unknown)
        case .success(let target): open(target)
        }
    }

    /// Forgets what waits.
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
