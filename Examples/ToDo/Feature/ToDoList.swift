import Foundation
import Millrace
import MillraceHistory
import MillraceOffline

/// What is handed in: what a handler must not ask for by itself.
public struct ToDoServices: Sendable {
    /// Makes the identities of new items.
    public var identifiers: Identifiers
    /// Says what time it is.
    public var clock: WallClock
    /// The calendar with which the list is synchronised; nil for none.
    public var sync: SyncService?
    /// Distinguishes a new list from all others.
    public var device = UUID().uuidString.lowercased()
    /// Draws the random parts of the times until something is sent again.
    public var random = RandomNumbers.system

    /// Services for a list.
    public init(identifiers: Identifiers = .random, clock: WallClock, sync: SyncService? = nil) {
        (self.identifiers, self.clock, self.sync) = (identifiers, clock, sync)
    }
}

/// The to-do list: its stores, and what keeps them.
public final class ToDoList {
    /// Carries all actions.
    public let dispatcher: Dispatcher
    /// All items.
    public let items: Store<ToDoState>
    /// The numbers of the items in a script.
    public let numbers: Store<Table<NumberedItem>>
    /// Where the user is.
    public let wireframe: Wireframe
    /// Undoes and redoes the use cases of this run.
    public let undo: UndoHistory
    /// What it was made with.
    public let services: ToDoServices
    private let journal: Journal?

    /// Makes a list.
    ///
    /// - Parameter journal: Keeps it, and has what was kept. Nil for a list that is empty, and gone with the program.
    public init(
        with services: ToDoServices,
        on dispatcher: Dispatcher,
        journal: Journal? = nil
    ) throws(JournalError) {
        (self.services, self.dispatcher, self.journal) = (services, dispatcher, journal)
        let sync = services.sync.map {
            SyncHandlers($0, durability: journal?.durability ?? .immediate, random: services.random)
        }
        items = makeToDoStore(ToDoState(device: services.device), on: dispatcher, sync: sync)
        numbers = makeNumbers(on: dispatcher)
        try journal?.keep(items) {
            $0.table(\.items, as: "items")
            $0.keep(\.sync)
        }
        try journal?.keep(numbers) { $0.table(\.self, as: "numbers") }
        wireframe = try Wireframe(for: items, at: services.clock, keptIn: journal)
        // Last, since a history begins with what is there.
        undo = makeUndoHistory(of: items)
        if sync != nil { dispatcher.dispatch(BeginSync()) }
    }

    /// What the inspector sees of it.
    public var inspection: Inspection { Inspection(of: items, numbers, wireframe.route, wireframe.forms) }

    /// What time it is.
    public var present: Present { services.clock.present }

    /// Does what a use case says.
    public func perform(_ action: some Action) { dispatcher.dispatch(action) }

    /// Brings all that was done to the medium. Throws why that is not possible.
    public func synchronize() throws { try journal?.synchronize() }

    /// Why what was done last is not written; nil if it is.
    public var problem: Observable<String?> {
        journal?.progress.select { $0.failure?.reason } ?? Observable(nil)
    }
}
