import Foundation
import Millrace
import MillraceOffline
import MillraceStorage
import MillraceTerminal

/// Opens the list that a folder has. If another program has it, waits for a moment.
///
/// - Parameters:
///   - patience: How long to wait at most.
///   - scheduler: Where the list belongs.
/// - Throws: A ``ProgramExit``: of the status 75 if another program still has the folder; of the status 66 if it cannot be
///   read.
public nonisolated(nonsending) func openToDoList(
    in folder: URL,
    with services: ToDoServices,
    patience: Duration = .seconds(2),
    on scheduler: some Scheduler
) async throws(ProgramExit) -> ToDoList {
    let deadline = scheduler.now + patience
    while true {
        do {
            let dispatcher = Dispatcher(on: scheduler)
            let journal = try Journal(folder, on: dispatcher)
            return try ToDoList(with: services, on: dispatcher, journal: journal)
        } catch AppendLogError.inUse where scheduler.now < deadline {
            try? await scheduler.sleep(for: .milliseconds(50))
        } catch AppendLogError.inUse {
            throw ProgramExit(
                "the list in \(folder.path.oneLine) is open in another program. To fix: end that, or pass another --folder.",
                exitCode: 75
            )
        } catch {
            throw ProgramExit(
                "the list in \(folder.path.oneLine) cannot be read: \("\(error)".oneLine). To fix: pass another --folder.",
                exitCode: 66
            )
        }
    }
}
