import MillraceBase
import MillraceSignals

/// An app as a list of services: starts each at its moment, and passes life-cycle events to all of them.
///
/// ```swift
/// let application = Application(on: .main, [Logs(), Database(), Feed(), Search()])
/// application.handle(.willLaunch)
/// await application.launch()                  // what the first screen needs
/// show(FirstScreen())
/// application.noteFirstScreen()               // the rest may start
/// for start in application.starts.value { print(start) }
/// ```
///
/// **Starting.** A service starts once, after all services that it needs, at the moment that it declares (law A1), or
/// earlier if a service that starts earlier needs it. Services that do not need each other start concurrently, in the
/// declared order. A failure is reported, see ``starts``, and thrown in the services that need the failed one; the
/// others start.
///
/// **Events.** Every service gets every event, in the declared order, whether it has started or not. The greatest
/// answer is returned: see ``LifeCycleAnswer``.
///
/// **Ownership.** Keep the application for as long as the app runs. It keeps its services. Releasing it cancels the
/// starts in progress. It belongs to one isolation domain, that of its scheduler, and is not `Sendable`.
public final class Application {
    /// The starts of all services, each after those that it needs. Changes whenever a start begins or ends.
    public let starts: Observable<[ServiceStart]>

    let scheduler: any Scheduler
    private let services: [any Service]
    private let order: StartOrder
    private let present: Variable<[ServiceStart]>
    private var states: [State]
    private var works: [ScheduledWork] = []

    /// The object that keeps the signals of the process coming, once they are followed.
    var processSignals: AnyObject?

    private struct State {
        /// Whether its moment has come.
        var isDue = false
        var began: Duration?
        /// The result of the start; nil until it is over.
        var result: Result<any Service, ServiceError>?
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
    public init(on scheduler: some Scheduler, _ services: [any Service]) {
        let order = StartOrder(services)
        self.scheduler = scheduler
        self.services = services
        self.order = order
        states = services.map { _ in State() }
        present = Variable(
            order.plans.map { ServiceStart(name: $0.name, moment: $0.moment, neededBy: $0.neededBy) }
        )
        self.starts = present.removeDuplicates()
    }

    deinit {
        for work in works { work.cancel() }
        for state in states {
            for waiting in state.waiting { waiting.resume() }
        }
    }
}

// MARK: - Events

extension Application {
    /// Passes an event to all services, in the declared order.
    ///
    /// - Returns: The greatest of their answers.
    @discardableResult
    public func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer {
        services.reduce(.noted) { answer, service in max(answer, service.handle(event)) }
    }
}

// MARK: - Moments

extension Application {
    /// Starts the services of ``StartMoment/beforeFirstScreen``, and returns when all of them have started or failed.
    public nonisolated(nonsending) func launch() async {
        makeDue(.beforeFirstScreen)
        for index in states.indices where order.plans[index].moment == .beforeFirstScreen { await end(of: index) }
    }

    /// Starts the services of ``StartMoment/afterFirstScreen``.
    public func noteFirstScreen() {
        makeDue(.beforeFirstScreen)
        makeDue(.afterFirstScreen)
    }

    private func makeDue(_ moment: StartMoment) {
        for index in states.indices where order.plans[index].moment == moment { states[index].isDue = true }
        startReady()
    }

    private nonisolated(nonsending) func end(of index: Int) async {
        if states[index].result != nil { return }
        await withCheckedContinuation { states[index].waiting.append($0) }
    }
}

// MARK: - Starting

extension Application {
    /// Starts the services that are due and have all that they need.
    private func startReady() {
        for index in states.indices where states[index].isDue && states[index].began == nil {
            if order.plans[index].needs.allSatisfy({ states[$0].result != nil }) { start(index) }
        }
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
                    me?.finish(index, .failure(ServiceError(service: plan.name, error: error)))
                }
            }
        )
    }

    private func finish(_ index: Int, _ result: Result<any Service, ServiceError>) {
        states[index].result = result
        let waiting = exchange(&states[index].waiting, with: [])
        note(index) { start in
            start.took = scheduler.now - (states[index].began ?? .zero)
            switch result {
            case .success: start.outcome = .started
            case .failure(let failure): start.outcome = .failed("\(failure.error)")
            }
        }
        if states.allSatisfy({ $0.began == nil || $0.result != nil }) { works = [] }
        startReady()
        for one in waiting { one.resume() }
    }

    private func note(_ index: Int, _ change: (inout ServiceStart) -> Void) { present.update { change(&$0[index]) } }
}
