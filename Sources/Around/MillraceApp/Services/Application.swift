import MillraceBase
import MillraceSignals

/// An app as a list of services: starts each at its moment, and passes life-cycle events to all of them.
///
/// ```swift
/// let application = Application(on: .main, [Logs(), Database(), Feed(), Search()])
/// application.handle(.willLaunch)
/// await application.launch()                  // what the first screen needs
/// show(FirstScreen())
/// application.noteFirstScreen()           // the rest may start
/// print(application.report.value)             // a table of what each start has cost
/// ```
///
/// **Starting.** A service starts once, after all services that it needs, at the moment that it declares (law A1), or
/// earlier if a service that starts earlier needs it. Services that do not need each other start concurrently, in the
/// declared order. A failure is reported, see ``report``, and thrown in the services that need the failed one; the
/// others start.
///
/// **Events.** Every service gets every event, in the declared order, whether it has started or not. The greatest
/// answer is returned: see ``LifeCycleAnswer``.
///
/// **Ownership.** Keep the application for as long as the app runs. It keeps its services. Releasing it cancels the
/// starts in progress. It belongs to one isolation domain, that of its scheduler, and is not `Sendable`.
public final class Application {
    /// The starts of the services so far, with their durations. Changes whenever a start begins or ends.
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
        /// The result of the start; nil until it is over.
        var result: Result<any Service, ServiceFailure>?
        /// Resumed when it is over.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Creates an application. Nothing starts yet.
    ///
    /// Preconditions: no two services have the same type, all that they need are among them, and there is no cycle.
    ///
    /// - Parameters:
    ///   - scheduler: Starts the services, in its isolation, and measures times.
    ///   - services: The services, in the order in which they get events.
    ///   - quietTime: The time without activity after which the app counts as idle.
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
                starts: order.order.map { index in
                    let plan = order.plans[index]
                    return StartReport.ServiceStart(name: plan.name, moment: plan.moment, neededBy: plan.neededBy)
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
    /// Passes an event to all services, in the declared order. Counts as activity.
    ///
    /// - Returns: The greatest of their answers.
    @discardableResult
    public func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer {
        noteActivity()
        return order.plans.reduce(.noted) { answer, plan in max(answer, plan.service.handle(event)) }
    }

    /// Notes that the user is using the app, so that the quiet time begins again. Events do the same.
    public func noteActivity() { lastActivity = scheduler.now }
}

// MARK: - Moments

extension Application {
    /// Starts the services of ``StartMoment/beforeFirstScreen``, and returns when all of them have started or failed.
    public nonisolated(nonsending) func launch() async {
        makeDue { $0 == .beforeFirstScreen }
        for index in order.order where order.plans[index].moment == .beforeFirstScreen { await end(of: index) }
    }

    /// Starts the services of ``StartMoment/afterFirstScreen``, and later those of ``StartMoment/whenIdle``.
    public func noteFirstScreen() {
        isScreenShown = true
        noteActivity()
        makeDue { $0 <= .afterFirstScreen }
    }

    /// Returns a service when it has started. Starts it and the services that it needs, if that has not happened yet.
    ///
    /// Precondition: a service of this type was passed to the initialiser.
    ///
    /// - Throws: The failure of the service, if it could not be started.
    public nonisolated(nonsending) func use<Used: Service>(
        _ type: Used.Type,
        file: StaticString = #fileID,
        line: UInt = #line
    ) async throws(ServiceFailure) -> Used {
        guard let index = order.index(of: type) else {
            stop("Application.use: there is no \(type). To fix: pass one to Application.init.", file: file, line: line)
        }
        makeDue(order.needed(for: index))
        await end(of: index)
        guard let service = try states[index].result?.get() as? Used else {
            throw ServiceFailure(service: "\(type)", error: CancellationError())
        }
        return service
    }

    private func makeDue(where isDue: (StartMoment) -> Bool) {
        makeDue(order.order.filter { isDue(order.plans[$0].moment) })
    }

    private func makeDue(_ indices: [Int]) {
        for index in indices { states[index].isDue = true }
        startReady()
    }

    private nonisolated(nonsending) func end(of index: Int) async {
        if states[index].result != nil { return }
        await withCheckedContinuation { states[index].waiting.append($0) }
    }
}

// MARK: - Starting

extension Application {
    /// Starts what is due and has all that it needs.
    private func startReady() {
        for index in order.order where states[index].isDue && states[index].began == nil {
            if order.plans[index].needs.allSatisfy({ states[$0].result != nil }) { start(index) }
        }
        waitUntilIdle()
    }

    private func start(_ index: Int) {
        let plan = order.plans[index]
        states[index].began = scheduler.now
        note(index) { $0.outcome = .starting }
        let services = StartedServices(starting: plan.type) { [weak self, order] type in
            order.index(of: type).flatMap { plan.needs.contains($0) ? self?.states[$0].result : nil }
        }
        let service = plan.service
        weak let me = self
        works.append(
            scheduler.start {
                do {
                    try await service.start(with: services)
                    me?.finish(index, .success(service))
                } catch {
                    me?.finish(index, .failure(ServiceFailure(service: plan.name, error: error)))
                }
            }
        )
    }

    private func finish(_ index: Int, _ result: Result<any Service, ServiceFailure>) {
        states[index].result = result
        let waiting = exchange(&states[index].waiting, with: [])
        note(index) { start in
            start.took = scheduler.now - (states[index].began ?? creation)
            switch result {
            case .success: start.outcome = .started
            case .failure(let failure): start.outcome = .failed("\(failure.error)")
            }
        }
        if states.allSatisfy({ $0.began == nil || $0.result != nil }) { works = [] }
        startReady()
        for one in waiting { one.resume() }
    }

    private func note(_ index: Int, _ change: (inout StartReport.ServiceStart) -> Void) {
        guard let row = order.order.firstIndex(of: index) else { return }
        present.update { report in
            report.starts[row].began = states[index].began.map { $0 - creation }
            change(&report.starts[row])
        }
    }

    /// Waits until nothing has happened for a while, and then starts the next service that waits for this.
    private func waitUntilIdle() {
        guard isScreenShown, idleAlarm == nil, nextIdle != nil, isSettled else { return }
        let rest = lastActivity + quietTime - scheduler.now
        weak let me = self
        idleAlarm = scheduler.schedule(after: max(rest, .zero)) { me?.endIdleTime() }
    }

    private func endIdleTime() {
        idleAlarm = nil
        guard isSettled, scheduler.now - lastActivity >= quietTime, let index = nextIdle else { return waitUntilIdle() }
        makeDue([index])
    }

    /// What is needed stands before what needs it.
    private var nextIdle: Int? {
        order.order.first { order.plans[$0].moment == .whenIdle && !states[$0].isDue }
    }

    /// Whether all that is due has started or failed.
    private var isSettled: Bool { states.allSatisfy { !$0.isDue || $0.result != nil } }
}
