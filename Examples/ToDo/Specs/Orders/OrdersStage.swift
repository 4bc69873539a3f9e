import CalDAV
import Foundation
import Millrace
import MillraceNetwork
import MillraceOffline
import MillraceSimulation
import MillraceSpecs
import SampleCalendarServer
import Synchronization
import TestSupport

@testable import ToDoList

/// Tries orders of one or two devices, those with the fewest surprises first: some thousand steps in the gate, a hundred
/// otherwise.
@discardableResult
func exploreDevices(
    faults: Int = 0,
    ends: Int = 0,
    steps: Int = 4_000,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping (OrdersStage) throws -> Void
) throws -> Exploration {
    let (steps, time) = (Programs.steps(steps, plain: min(steps, 100)), Duration.seconds(600))
    return try explorePrograms(faults: faults, ends: ends, steps: steps, time: time, file: file, line: line) { world in
        try body(try OrdersStage(world))
    }
}

/// A server, and devices whose networks and ends an exploration decides. The clock on the wall stands still, and nothing
/// is random: then moments that look the same are the same. The devices ask for news each minute, for ever.
final class OrdersStage {
    let world: World
    let server: SampleCalendarServer
    private(set) var devices: [OrdersDevice] = []

    /// What the users have done, as far as it decides what must be true.
    private(set) var deeds = Deeds()

    struct Deeds: Equatable {
        /// The titles that were typed, by the devices.
        var titles: [String: String] = [:]
        /// The title that was typed last.
        var last: String?
        /// Whether one was typed without having seen what the other one had typed.
        var isBlind = false
        /// What was to be read where the item was deleted; nil if it was not.
        var deleted: String?
        /// What was chosen where the titles conflicted.
        var decision: String?
        /// How often a conflict was decided.
        var decisions = 0
    }

    init(_ world: World) throws {
        self.world = world
        server = SampleCalendarServer(clock: world.scheduler)
        let calendar = server.change { $0.makeCalendar("Tasks") }
        var tea = try CalendarToDo(uid: "tea", createdAt: present().date)
        try tea.setSummary("tea")
        _ = server.change { [tea] in $0.save(tea.calendar, at: calendar.appending("tea.ics"), in: calendar) }
        world.compare("calendar") { [server] in
            let items = server.change { $0.calendars[calendar]?.items.values.map(\.self) ?? [] }
            return items.map { "\($0.path) \($0.etag?.text ?? "") \($0.text)" }.sorted()
        }
        world.mayStayInFlight("pull again")
        world.compare("deeds") { [unowned self] in deeds }
    }

    /// Makes devices. They begin with the item "tea", and are synchronised.
    func begin(_ devices: OrdersDevice...) throws {
        self.devices = devices
        world.begins { devices.allSatisfy { $0.list?.items.state.value.syncStatus == .synced } }
        for device in devices { try device.begin(on: self) }
    }

    // MARK: What users do

    func type(_ title: String, on device: OrdersDevice) {
        if deeds.titles.contains(where: { $0.key != device.name && $0.value != device.title }) { deeds.isBlind = true }
        (deeds.titles[device.name], deeds.last) = (title, title)
        device.edit("tea", .title(title))
    }

    func delete(on device: OrdersDevice) {
        deeds.deleted = device.title
        device.delete("tea")
    }

    func decide(_ side: DecideConflict.Side, on device: OrdersDevice) {
        guard let conflict = device.state.conflicts.first else { return }
        if case .title(let title)? = (side == .mine ? conflict.mine : conflict.theirs).first { deeds.decision = title }
        deeds.decisions += 1
        device.list.perform(DecideConflict(id: conflict.id, keeping: side))
    }

    // MARK: What must be true

    /// The to-dos at the server, as a list has them.
    var stored: [ToDoItem] {
        let items = server.change { $0.calendars.values.flatMap { $0.items.values } }
        return items.compactMap { $0.toDo }.map { ToDoItem($0, in: present().timeZone) }.sorted { $0.id < $1.id }
    }

    /// Whether a device shows what the server has.
    func agrees(_ device: OrdersDevice) -> Bool {
        let stored = stored
        return stored.map(\.id) == device.items.map(\.id)
            && zip(stored, device.items).allSatisfy { $0.agrees(with: $1) }
    }

    /// Whether all devices say that they are synchronised, and show what the server has.
    var isSettled: Bool { devices.allSatisfy { $0.status == "synced" && agrees($0) } }

    /// Whether a user is asked to decide.
    var isAsking: Bool { devices.contains { !$0.state.conflicts.isEmpty } }
}

/// A device with a list that is synchronised. If it has a disk, it may end between two steps, and begin again: what
/// becomes of a program that ends within a write is tried where the journal and the outbox are.
final class OrdersDevice {
    let name: String
    private let disk: SimulatedDisk?
    private let statuses: [Int]
    private let mayGo: Bool
    private let user: (OrdersDevice, World) -> Void
    private(set) var list: ToDoList!

    /// - Parameters:
    ///   - hasDisk: Whether it keeps its list.
    ///   - statuses: The statuses with which the server may refuse its changes.
    ///   - mayGo: Whether its network may go.
    ///   - user: Says what its user may do.
    init(
        _ name: String,
        hasDisk: Bool = false,
        refusing statuses: [Int] = [],
        mayGo: Bool = false,
        user: @escaping (OrdersDevice, World) -> Void
    ) {
        (self.name, self.statuses, self.mayGo, self.user) = (name, statuses, mayGo, user)
        disk = hasDisk ? SimulatedDisk(seed: 1) : nil
    }

    fileprivate func begin(on stage: OrdersStage) throws {
        try stage.world.program(name) { [unowned self, unowned stage] in
            let world = stage.world
            let network = world.network(mayGo: mayGo)
            let account = try CalendarAccount(
                at: URL(string: "https://cal.example/dav/calendars/ada/Tasks/")!,
                user: "ada",
                password: Secret("secret"),
                over: network.transport(refusing: statuses, over: AnyTransport(stage.server.transport)),
                clock: PatientClock(scheduler: world.scheduler)
            )
            let clock = WallClock { present() }
            var services = ToDoServices(identifiers: .inOrder(), clock: clock, sync: SyncService(account, clock: clock))
            (services.device, services.random) = (name, world.random)
            let dispatcher = Dispatcher(on: world.scheduler)
            let journal = try disk.map { disk in
                let folder = URL(fileURLWithPath: "/\(name)")
                return try Journal(folder, on: dispatcher, syncing: .eachRecord, fileSystem: disk.start())
            }
            list = try ToDoList(with: services, on: dispatcher, journal: journal)
            user(self, world)
            return list.inspection
        }
    }

    var state: ToDoState { list.items.state.value }
    var items: [ToDoItem] { state.items.sorted { $0.id < $1.id } }
    var status: String { state.syncStatus.text }

    /// What the item is called; nil if it is not there.
    var title: String? { state.items[id: "tea"]?.title }

    func edit(_ id: String, _ edits: ItemEdit...) { list.perform(EditItem(id: id, edits: edits)) }
    func delete(_ id: String) { list.perform(DeleteItem(id: id)) }
    func undo() { list.undo.undo() }
}

/// The clock of a client that waits for answers as long as it takes: its time limits are never over.
private final class PatientClock: Scheduler, TaskExecutor {
    let scheduler: TestScheduler
    private let never = TestScheduler()

    init(scheduler: TestScheduler) { self.scheduler = scheduler }

    var now: Duration { .zero }

    func schedule(after delay: Duration, _ work: @escaping () -> Void) -> ScheduledWork {
        scheduler.schedule(after: delay, work)
    }

    func start(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork { scheduler.start(work) }
    func post(_ work: @escaping @Sendable () -> Void) { scheduler.post(work) }
    func enqueue(_ job: consuming ExecutorJob) { scheduler.enqueue(job) }
    func sleep(for duration: Duration) async throws { try await never.sleep(for: duration) }
}

private struct AnyTransport: Transport {
    let transport: any Transport

    init(_ transport: any Transport) { self.transport = transport }

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        try await transport.send(request, to: receiver)
    }
}
