/// The clockwork of a timed operator: one thing at a time that its hub has to do later.
///
/// The hub keeps it, and lets it go with what feeds it; it knows the hub only weakly, so that a graph which is dropped
/// off its domain goes at once, and what was to be done with it. Where nothing feeds the hub but time, as in an interval
/// or when the source has finished and values are still to come, it keeps the hub.
@usableFromInline
final class Alarm<Value, Time: Scheduler> {
    @usableFromInline let scheduler: Time
    private weak var hub: Hub<Value>?
    private var keptHub: Hub<Value>?
    private var work: ScheduledWork?

    /// The hub has let go of what feeds it: what is under way must not tell it anything more.
    private(set) var isOver = false

    @usableFromInline
    init(on scheduler: Time, of hub: Hub<Value>) {
        self.scheduler = scheduler
        self.hub = hub
        hub.onDisconnect = { [self] in
            isOver = true
            cancel()
            keptHub = nil
        }
    }

    deinit { cancel() }

    /// Something is to be done later.
    @usableFromInline var isSet: Bool { work != nil }

    /// Does something with the hub later, in place of what was to be done.
    @usableFromInline
    func set(after delay: Duration, _ ring: @escaping (Hub<Value>) -> Void) {
        cancel()
        work = scheduler.schedule(after: delay) { [weak self] in
            guard let self, let hub else { return }
            work = nil
            ring(hub)
        }
    }

    @usableFromInline
    func cancel() {
        work?.cancel()
        work = nil
    }

    /// Keeps the hub until it is let go by its last observer or finishes: nothing else feeds it.
    @usableFromInline
    func keepHub() { keptHub = hub }
}
