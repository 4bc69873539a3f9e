import MillraceSignals

/// An app as a list of services: starts each when it is due, and tells all of them what happens.
///
/// ```swift
/// let application = Application(on: .main, [Logs(), Database(), Feed(), Search()])
/// application.handle(.willLaunch)
/// await application.launch()                  // what the first screen needs
/// show(FirstScreen())
/// application.firstScreenWasShown()           // the rest may start
/// print(application.report.value)             // a table of what each start has cost
/// ```
///
/// **Starting.** A service starts after all that it needs, once, at the moment that it declares (law A1); what is needed
/// starts no later than what needs it. Services that do not need each other start side by side, in the declared order.
/// What fails is told to those that need it and does not stop the others: see ``report``.
///
/// **Events.** Every service gets every event, in the declared order, whether it has started or not. Of the answers the
/// greatest counts: see ``LifeCycleAnswer``.
///
/// Whoever uses an application keeps it. It keeps its services. Releasing it cancels the starts under way. It belongs to
/// one isolation domain, that of its scheduler, and is not `Sendable`.
public final class Application {
    /// What the start of each service has cost so far.
    public let report: Observable<StartReport>

    let scheduler: any Scheduler
    private let order: StartOrder
    private let quietTime: Duration
    private let creation: Duration
    private let present: Variable<StartReport>
    private var states: [State]
    private var works: [ScheduledWork] = []
    private var idleAlarm: ScheduledWork?
    private var lastActivity: Duration
    private var isScreenShown = false

    /// What keeps the signals of the process coming, once they are followed.
    var processSignals: AnyObject?

    private struct State {
        /// Whether its moment has come.
        var isDue = false
        var began: Duration?
        /// What came of the start; nil until it is over.
        var result: Result<any Service, ServiceFailure>?
        /// Resumed when it is over.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Creates an application. Nothing starts yet.
    ///
    /// Preconditions: the services have different types, what they need is among them, and they do not need each other
    /// in a circle.
    ///
    /// - Parameters:
    ///   - scheduler: Where the services belong: they are started in its isolation.
    ///   - services: The services, in the order in which they are told of events.
    ///   - quietTime: How long nothing must have happened before a service starts that waits until the app is idle.
    public init(on scheduler: some Scheduler, _ services: [any Service], quietTime: Duration = .milliseconds(500)) {
        let order = StartOrder(services)
        self.scheduler = scheduler
        self.order = order
        self.quietTime = quietTime
        creation = scheduler.now
        lastActivity = creation
        states = services.map { _ in State() }
        present = Variable(
            StartReport(
                entries: order.order.map { place in
                    let entry = order.entries[place]
                    return StartReport.Entry(name: entry.name, moment: entry.moment, neededBy: entry.neededBy)
                }
            )
        )
        report = present.removeDuplicates()
    }

    deinit {
        for work in works { work.cancel() }
        idleAlarm?.cancel()
        for state in states {
            for waiting in state.waiting { waiting.resume() }
        }
    }
}

// MARK: - Events

extension Application {
    /// Tells all services of an event, in the declared order.
    ///
    /// - Returns: The greatest of their answers.
    @discardableResult
    public func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer {
        noteActivity()
        return order.entries.reduce(.noted) { answer, entry in max(answer, entry.service.handle(event)) }
    }

    /// Notes that the user is using the app: the services that wait until it is idle wait longer. Events count too.
    public func noteActivity() { lastActivity = scheduler.now }
}

// MARK: - Moments

extension Application {
    /// Starts the services that the first screen needs, and returns when that is over, whether they have failed or not.
    public nonisolated(nonsending) func launch() async {
        makeDue { $0 == .beforeFirstScreen }
        for place in order.order where order.entries[place].moment == .beforeFirstScreen { await end(of: place) }
    }

    /// Starts the services that start after the first screen, and later, when nothing happens, those that wait for that.
    public func firstScreenWasShown() {
        isScreenShown = true
        noteActivity()
        makeDue { $0 <= .afterFirstScreen }
    }

    /// Returns a service that has started: starts it and what it needs, if its moment has not come yet.
    ///
    /// Precondition: it is one of the application's.
    ///
    /// - Throws: Its failure, if it could not be started.
    public nonisolated(nonsending) func use<Used: Service>(
        _ type: Used.Type,
        file: StaticString = #fileID,
        line: UInt = #line
    ) async throws(ServiceFailure) -> Used {
        guard let place = order.place(of: type) else {
            stop("Application.use: there is no \(type). To fix: pass one to Application.init.", file: file, line: line)
        }
        makeDue(order.needed(for: place))
        await end(of: place)
        guard let service = try states[place].result?.get() as? Used else {
            throw ServiceFailure(service: "\(type)", error: CancellationError())
        }
        return service
    }

    private func makeDue(where isDue: (StartMoment) -> Bool) {
        makeDue(order.order.filter { isDue(order.entries[$0].moment) })
    }

    private func makeDue(_ places: [Int]) {
        for place in places { states[place].isDue = true }
        startWhatCan()
    }

    private nonisolated(nonsending) func end(of place: Int) async {
        if states[place].result != nil { return }
        await withCheckedContinuation { states[place].waiting.append($0) }
    }
}

// MARK: - Starting

extension Application {
    /// Starts what is due and has all that it needs.
    private func startWhatCan() {
        for place in order.order where states[place].isDue && states[place].began == nil {
            if order.entries[place].needs.allSatisfy({ states[$0].result != nil }) { start(place) }
        }
        waitUntilIdle()
    }

    private func start(_ place: Int) {
        let entry = order.entries[place]
        states[place].began = scheduler.now
        note(place) { $0.outcome = .starting }
        let services = StartedServices(starting: entry.type) { [weak self, order] type in
            order.place(of: type).flatMap { entry.needs.contains($0) ? self?.states[$0].result : nil }
        }
        let service = entry.service
        weak let me = self
        works.append(
            scheduler.start {
                do {
                    try await service.start(with: services)
                    me?.ended(place, .success(service))
                } catch {
                    me?.ended(place, .failure(ServiceFailure(service: entry.name, error: error)))
                }
            }
        )
    }

    private func ended(_ place: Int, _ result: Result<any Service, ServiceFailure>) {
        states[place].result = result
        let waiting = exchange(&states[place].waiting, with: [])
        note(place) { entry in
            entry.took = scheduler.now - (states[place].began ?? creation)
            switch result {
            case .success: entry.outcome = .started
            case .failure(let failure): entry.outcome = .failed("\(failure.error)")
            }
        }
        if states.allSatisfy({ $0.began == nil || $0.result != nil }) { works = [] }
        startWhatCan()
        for one in waiting { one.resume() }
    }

    private func note(_ place: Int, _ change: (inout StartReport.Entry) -> Void) {
        guard let row = order.order.firstIndex(of: place) else { return }
        present.update { report in
            report.entries[row].began = states[place].began.map { $0 - creation }
            change(&report.entries[row])
        }
    }

    /// Waits until nothing has happened for a while, and then starts the next service that waits for this.
    private func waitUntilIdle() {
        guard isScreenShown, idleAlarm == nil, nextIdle != nil, isSettled else { return }
        let rest = lastActivity + quietTime - scheduler.now
        weak let me = self
        idleAlarm = scheduler.schedule(after: max(rest, .zero)) { me?.idleTimeIsOver() }
    }

    private func idleTimeIsOver() {
        idleAlarm = nil
        guard isSettled, scheduler.now - lastActivity >= quietTime, let place = nextIdle else { return waitUntilIdle() }
        makeDue([place])
    }

    /// What is needed stands before what needs it.
    private var nextIdle: Int? {
        order.order.first { order.entries[$0].moment == .whenIdle && !states[$0].isDue }
    }

    /// Whether all that is due has started or failed.
    private var isSettled: Bool { states.allSatisfy { !$0.isDue || $0.result != nil } }
}
