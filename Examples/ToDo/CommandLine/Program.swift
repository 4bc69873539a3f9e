import CalDAV
import Foundation
import Millrace
import MillraceNetwork
import MillraceTerminal
import ToDoList

/// The program: reads the command line, opens the list, and hands it to the screen or to a script.
@MainActor
struct Program {
    let environment: [String: String]
    private let output = ProgramOutput(of: "todo")

    init(environment: [String: String]) { self.environment = environment }

    /// Runs to the end, and returns the exit status.
    func run(_ arguments: [String]) async -> Int32 {
        await output.run { () throws(ProgramExit) in
            let options = try CommandLineOptions(arguments)
            // What is wrong is told before anything is opened.
            if !options.words.isEmpty { _ = try ToDoCommand(options) }
            let mode = options.words.isEmpty ? try output.mode(showsScreen: !options.json) : nil
            var services = ToDoServices(clock: .system(environment))
            services.sync = try sync(options, services.clock)
            let list = try await open(options, with: services, mode)
            let inspection = try options.inspect.map { path throws(ProgramExit) in
                list.inspection.record(
                    to: try NewFile(path, of: "a recording").write,
                    onFailure: { output.report("\($0)") }
                )
            }
            defer { inspection?.finish() }
            let script = ToDoScript(of: list, asJSON: options.json, answer: output.write)
            if case .screen = mode {
                try await runScreen(list)
            } else {
                await list.settle(within: Self.patience, on: .main)
                switch mode {
                case .script(let lines): try await run(script, of: list, lines)
                case .overview: try script.showOverview()
                case .screen, nil: try script.run(options)
                }
                await settle(list)
            }
            do {
                try list.synchronize()
            } catch {
                throw ProgramExit("not saved: \(error). To fix: give the folder room.", exitCode: 74)
            }
            return 0
        }
    }

    /// The list in its folder. An overview makes no folder where there is none.
    private func open(
        _ options: CommandLineOptions,
        with services: ToDoServices,
        _ mode: ProgramMode?
    ) async throws(ProgramExit) -> ToDoList {
        let folder = folder(options)
        if case .overview = mode, services.sync == nil, !FileManager.default.fileExists(atPath: folder.path),
            let list = try? ToDoList(with: services, on: Dispatcher(on: .main))
        {
            return list
        }
        return try await openToDoList(in: folder, with: services, on: .main)
    }

    /// How long a script waits for the server.
    private static let patience = Duration.seconds(20)

    /// Waits for the server, and tells what has to wait. It is kept, and sent by another run.
    private func settle(_ list: ToDoList) async {
        guard list.services.sync != nil else { return }
        await list.settle(within: Self.patience, on: .main)
        let status = list.syncStatus.value
        if status != .synced { output.report("todo: \(status.text)") }
    }

    private func sync(_ options: CommandLineOptions, _ clock: WallClock) throws(ProgramExit) -> SyncService? {
        guard let address = options.server, let user = options.user else { return nil }
        let password = try readPassword("Password of \(user): ", variable: "TODO_PASSWORD", environment: environment)
        do throws(CalDAVProblem) {
            let account = try CalendarAccount(at: address, user: user, password: password)
            return SyncService(account, calendar: options.calendar, clock: clock)
        } catch {
            throw ProgramExit(error.description, exitCode: 64)
        }
    }

    private func run(_ script: ToDoScript, of list: ToDoList, _ lines: InputLines) async throws(ProgramExit) {
        var lines = lines
        var number = 0
        while output.isOpen, let line = try lines.next() {
            number += 1
            if script.isSync(line: line) { await list.settle(within: Self.patience, on: .main) }
            do throws(ProgramExit) {
                try script.run(line: line)
            } catch {
                throw ProgramExit("line \(number): \(error)", exitCode: error.exitCode)
            }
        }
    }

    private func runScreen(_ list: ToDoList) async throws(ProgramExit) {
        output.holdReports()
        defer { output.releaseReports() }
        let terminal = try TerminalApplication()
        let screen = ToDoScreen(of: list, size: terminal.size, on: .main)
        await terminal.run(showing: screen.canvas, onKey: screen.press)
    }

    private func folder(_ options: CommandLineOptions) -> URL {
        if let folder = options.folder { return URL(fileURLWithPath: folder) }
        return stateFolder(of: "millrace-todo", environment: environment)
    }
}
