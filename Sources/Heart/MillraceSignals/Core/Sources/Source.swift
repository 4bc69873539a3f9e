import Synchronization

/// A list of links in the order of adding: the observers of a signal or an observable.
///
/// Adding and removing are O(1). While the list is being traversed no link is removed: a cancelled link is skipped, and
/// unlinked when the traversal is over. So a delivery may add, cancel and release anything.
@usableFromInline
package class Source: Upstream, Prunable {
    // The fields of one byte come first, beside that of the superclass.

    @exclusivity(unchecked) @usableFromInline final var isDelivering = false

    /// Whether something waits for the end of the delivery: a cancelled link, or nested values. Set on any thread.
    @usableFromInline final let needsAttention = Atomic<Bool>(false)

    /// Whether its domain has been asked to remove the observers that other threads have marked.
    private final let isPruneAsked = Atomic<Bool>(false)

    /// Whether the home is that of the first observing code: the sources above may have a home that was made by hand,
    /// which then takes precedence.
    @exclusivity(unchecked) final var isHomeGuessed = false

    /// Whether its home is known to be the main actor's. Checked first, since that is the most frequent case.
    @exclusivity(unchecked) @usableFromInline private(set) final var livesOnMain = false

    /// Whether nothing is above it: its values are set, or sent, from outside.
    @exclusivity(unchecked) @usableFromInline final var isRoot = false

    /// Whether it is connected to its sources, if there are any, since somebody observes it or depends on it.
    @exclusivity(unchecked) @usableFromInline final var isLinked = false

    @exclusivity(unchecked) @usableFromInline final var first: Unmanaged<Link>?
    @exclusivity(unchecked) @usableFromInline final var last: Unmanaged<Link>?

    /// Where it lives. Set once, in its domain, before the first observer is added.
    package final var home: Home? { homeReference?.takeUnretainedValue() }

    /// The same, owned by this. Counted by hand: it is compared in every batch and at every subscription.
    @exclusivity(unchecked) private(set) final var homeReference: Unmanaged<Home>?

    /// Takes a home, unless it has one.
    @usableFromInline
    package final func takeHome(_ home: Home?) {
        guard homeReference == nil, let home else { return }
        homeReference = .passRetained(home)
        noteWhetherOnMain()
    }

    /// Takes the home of another source, if this one has none and the other has one. Returns whether it did.
    @inline(__always)
    final func takeHome(of other: Source) -> Bool {
        guard homeReference == nil, let others = other.homeReference else { return false }
        homeReference = others.retain()
        noteWhetherOnMain()
        return true
    }

    /// Replaces a guessed home by that of the sources above.
    final func replaceGuess(with home: Home) {
        exchange(&homeReference, with: .passRetained(home))?.release()
        isHomeGuessed = false
        noteWhetherOnMain()
    }

    /// Notes whether the home has turned out to be the main actor's.
    @inline(__always)
    final func noteWhetherOnMain() {
        if let homeReference { livesOnMain = homeReference._withUnsafeGuaranteedRef { $0.isMainAndArrived } }
    }

    @usableFromInline
    package init() {
        // Asked first, since handing this over counts it.
        let isTracked = withThread { $0.isTracked }
        super.init(isSource: true)
        if isTracked { tellTrackers() }
    }

    @inline(never)
    private final func tellTrackers() { withThread { $0.noteCreation(of: self) } }

    /// Runs on any thread: it passes its links on to be released and touches nothing else.
    deinit {
        homeReference?.release()
        guard first != nil else { return }
        withThread { thread in
            var cursor = first
            while let link = cursor {
                cursor = link._withUnsafeGuaranteedRef { $0.next }
                thread.discard(link)
            }
            thread.releaseDiscarded()
        }
    }

    /// Called when the list has become empty.
    package func lastLinkLeft() {}

    /// The type of the object whose observers these are: `Signal<Int>`.
    var kind: String { "Source" }

    /// The name that the user has given it, if any.
    var name: String? {
        get { nil }
        set {}
    }

    /// The type of the object, and the name that the user has given it.
    @usableFromInline package final var identification: (kind: String, name: String?) { (kind, name) }

    /// The name for messages and descriptions.
    final var label: String { name.map { "\"\($0)\" (\(kind))" } ?? kind }

    @inlinable
    @inline(__always)
    final func isCancelled(_ link: Unmanaged<Link>) -> Bool {
        link._withUnsafeGuaranteedRef { $0.isCancelled.load(ordering: .relaxed) }
    }

    /// Moves a cursor to the next link. Returns false at the last one.
    @inlinable
    @inline(__always)
    final func advance(_ cursor: inout Unmanaged<Link>, to end: Unmanaged<Link>) -> Bool {
        guard cursor.toOpaque() != end.toOpaque(), let next = cursor._withUnsafeGuaranteedRef({ $0.next }) else {
            return false
        }
        cursor = next
        return true
    }

    package final func append(_ link: Link) {
        let added = Unmanaged.passRetained(link)
        link.isLinked = true
        link.previous = last
        if let last { last._withUnsafeGuaranteedRef { $0.next = added } } else { first = added }
        last = added
    }

    /// Cancels a link of this source, in the source's own domain.
    package final func cancel(_ link: Link) {
        link.isCancelled.store(true, ordering: .relaxed)
        guard link.isLinked else { return }
        if isDelivering {
            needsAttention.store(true, ordering: .relaxed)
        } else {
            let removed = unlink(link)
            if first == nil { lastLinkLeft() }
            removed.release()
        }
    }

    /// Cancels a link of this source, on any thread.
    ///
    /// If the calling thread is not at home the link is only marked, and the source removes it at its next use.
    final func release(_ link: Link) {
        let isHere = homeReference?._withUnsafeGuaranteedRef { $0.isHere } == true
        if isHere { cancel(link) } else { markCancelled(link) }
    }

    /// Marks a link of this source as cancelled, on any thread. The source removes it at its next use, or soon if its
    /// home is known.
    final func markCancelled(_ link: Link) {
        link.isCancelled.store(true, ordering: .relaxed)
        needsAttention.store(true, ordering: .releasing)
        guard let home, !isPruneAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
        home.pruneSoon(self)
    }

    package final func pruneReleased() {
        isPruneAsked.store(false, ordering: .releasing)
        pruneMarked()
    }

    private final func unlink(_ link: Link) -> Unmanaged<Link> {
        let (before, after) = (link.previous, link.next)
        if let before { before._withUnsafeGuaranteedRef { $0.next = after } } else { first = after }
        if let after { after._withUnsafeGuaranteedRef { $0.previous = before } } else { last = before }
        link.previous = nil
        link.next = nil
        link.isLinked = false
        return .passUnretained(link)
    }

    /// Removes the cancelled links. Must not be called while the list is traversed.
    @usableFromInline
    package final func prune() {
        guard first != nil else { return }
        let thread = currentThread().takeUnretainedValue()
        var cursor = first
        while let link = cursor {
            link._withUnsafeGuaranteedRef {
                cursor = $0.next
                if $0.isCancelled.load(ordering: .relaxed) { thread.discard(unlink($0)) }
            }
        }
        if first == nil { lastLinkLeft() }
        thread.releaseDiscarded()
    }

    /// Removes the observers that other threads have marked, unless the end of a running delivery will.
    package final func pruneMarked() {
        guard !isDelivering, needsAttention.exchange(false, ordering: .acquiring) else { return }
        prune()
    }

    /// Finishes every observer, in order, and empties the list. Must not be called while the list is traversed.
    package final func finishLinks() {
        guard var cursor = first, let end = last else { return }
        isDelivering = true
        repeat { cursor.takeUnretainedValue().finishOnce() } while advance(&cursor, to: end)
        isDelivering = false
        prune()
    }
}
