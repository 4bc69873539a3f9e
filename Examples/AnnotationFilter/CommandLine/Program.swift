import AnnotationFilter
import Foundation
import Millrace
import MillraceHistory
import MillraceTerminal

/// The program: reads the command line, opens a sheet, and hands it to the screen or to a script.
@MainActor
struct Program {
    private let output = ProgramOutput(of: "annotation-filter")

    /// Runs to the end, and returns the exit status.
    func run(_ arguments: [String]) async -> Int32 {
        await output.run { () throws(ProgramExit) in
            let options = try CommandLineOptions(arguments)
            return if let path = options.replay { try replay(path, options) } else { try await open(options) }
        }
    }

    private func open(_ options: CommandLineOptions) async throws(ProgramExit) -> Int32 {
        let isFromInput = options.files.contains("-")
        let sheetFromInput = isFromInput ? try sheet(at: options.files) : nil
        if isFromInput, options.script == nil, !options.json { takeKeysFromTerminal() }
        let mode = try mode(options)
        // What is open at first: nothing where the screen opens a file before one's eyes.
        let first = mode.isScreen && !isFromInput && !options.files.isEmpty ? nil : options.files
        let sheet =
            if let sheetFromInput { sheetFromInput } else if let first { try sheet(at: first) } else { Sheet.empty }
        for notice in sheet.notices {
            output.report(notice.sheet == nil ? "\(sheet.file): \(notice)" : "\(notice)")
        }
        if options.log, mode.isScreen, isatty(STDERR_FILENO) != 0 {
            throw .usage("--log would write into the screen", fix: "send standard error to a file, 2>log")
        }
        let store = AnnotationFilterStore(showing: sheet, on: Dispatcher(on: .main))
        let session = Session(
            store: store,
            undo: UndoHistory(of: store),
            options: options,
            first: first,
            output: output
        )
        let inspection = try options.inspect.map { path throws(ProgramExit) in
            Inspection(of: store).record(
                to: try NewFile(path, of: "a recording").write,
                onFailure: { output.report("\($0)") }
            )
        }
        defer { inspection?.finish() }
        if options.log { store.dispatcher.install(.actionLogger(to: output.report)) }
        guard let path = options.record else { return try await session.run(mode) }
        let recording = try SessionRecording(of: store, in: path, showing: first, output: output)
        do throws(ProgramExit) {
            let code = try await session.run(mode)
            return !recording.finish() && code == 0 ? 74 : code
        } catch {
            _ = recording.finish()
            throw error
        }
    }

    private func mode(_ options: CommandLineOptions) throws(ProgramExit) -> ProgramMode {
        guard let script = options.script else { return try output.mode(showsScreen: !options.json) }
        let fix = "give one, as in: echo count | annotation-filter; or see --help"
        return .script(try InputLines(ofFile: script, expecting: "a command", fix: fix))
    }

    /// The sheet in a file, or several as one list; the sample where there is none.
    private func sheet(at paths: [String]) throws(ProgramExit) -> Sheet {
        let files = XFDFFileService()
        return try reading { () throws(SheetError) in
            guard let first = paths.first else { return try files.sample() }
            var sheet = try files.sheet(at: first)
            for path in paths.dropFirst() { sheet = sheet.joined(with: try files.sheet(at: path)) }
            return sheet
        }
    }

    /// Ends the program where a file cannot be read.
    private func reading<Success>(_ read: () throws(SheetError) -> Success) throws(ProgramExit) -> Success {
        try Result(catching: read).mapError(ProgramExit.init).get()
    }

    private func replay(_ path: String, _ options: CommandLineOptions) throws(ProgramExit) -> Int32 {
        let data = try reading { () throws(SheetError) in try XFDFFileService().data(at: path) }
        let replay: SessionReplay
        do {
            replay = try SessionReplay(data)
        } catch {
            throw ProgramExit("\(path): \(SessionReplay.reason(error))", exitCode: 65)
        }
        if replay.isCutOff { output.report("\(path): is cut off, and is replayed up to there") }
        let first = options.files.isEmpty ? replay.files : options.files
        let sheet = if let first { try sheet(at: first) } else { Sheet.empty }
        let outcome = replay.run(showing: sheet)
        output.write(SessionReplay.text(of: outcome, sheet: sheet.title))
        if case .same = outcome { return 0 } else { return 65 }
    }

    /// Standard input was the sheet: keys come from the terminal itself then, if there is one.
    private func takeKeysFromTerminal() {
        let terminal = Foundation.open("/dev/tty", O_RDONLY | O_CLOEXEC)
        guard terminal >= 0 else { return }
        dup2(terminal, STDIN_FILENO)
        close(terminal)
    }
}

/// What is done with a sheet from the first line or key to the last.
@MainActor
private struct Session {
    let store: AnnotationFilterStore
    let undo: UndoHistory
    let options: CommandLineOptions
    /// What is open at first; nil for nothing.
    let first: [String]?
    let output: ProgramOutput

    /// Tells, where edits are not saved, that they are there the next time.
    private func end(_ journals: EditJournals) {
        journals.end()
        let state = store.state.value
        guard let summary = state.edits.summary else { return }
        output.report("\(state.sheet.title.oneLine): \(summary). Kept for the next time; W or save writes to the file.")
    }

    func run(_ mode: ProgramMode) async throws(ProgramExit) -> Int32 {
        switch mode {
        case .screen: break
        case .script(let lines): return try await runScript(lines)
        case .overview:
            SheetOverview(of: store).run(asJSON: options.json).forEach(output.write)
            return 0
        }
        output.holdReports()
        defer { output.releaseReports() }
        try await runScreen()
        guard store.state.value.sheet == .empty, let problem = store.state.value.problem else { return 0 }
        throw ProgramExit(problem)
    }

    private func runScript(_ lines: InputLines) async throws(ProgramExit) -> Int32 {
        var lines = lines
        let path = options.script ?? "-"
        let journals = EditJournals(of: store, on: { Dispatcher(on: .main) }, tell: output.report)
        defer { end(journals) }
        let runner = ScriptRunner(
            for: store,
            undo: undo,
            source: path == "-" ? "standard input" : path,
            asJSON: options.json,
            keepsGoing: options.keepsGoing,
            editor: Editor(author: options.author),
            journals: journals,
            answer: { [output] lines in if !lines.isEmpty { output.write(lines.joined(separator: "\n")) } },
            report: output.report
        )
        while output.isOpen, runner.isGoing, let line = try lines.next() { await runner.run(line) }
        return runner.exitCode
    }

    /// Keys become actions, and every view that the actions lead to is drawn. The files, if there are any, are opened
    /// meanwhile.
    private func runScreen() async throws(ProgramExit) {
        let application = try TerminalApplication(hasMouse: true)
        let screen = AnnotationFilterScreen(store.shown(with: undo), size: application.size)
        let journals = EditJournals(of: store, on: { Dispatcher(on: .main) }, tell: { screen.tell($0) })
        let runner = ScriptRunner(
            for: store,
            undo: undo,
            source: "",
            editor: Editor(author: options.author),
            journals: journals,
            answer: { _ in },
            report: { _ in }
        )
        let work = ScreenWork(for: screen, by: runner)
        if first == nil { store.dispatcher.dispatch(OpenFile(options.files)) }
        await application.run(showing: screen.canvas) { key in
            switch screen.press(key) {
            case .draw: break
            case .dispatch(let action): store.dispatcher.dispatch(action)
            case .carryOut(let command): work.begin(command)
            case .stop: work.stop()
            case .quit: return .quit
            }
            return .goOn
        }
        await work.end()
        end(journals)
    }
}

extension ProgramMode {
    fileprivate var isScreen: Bool { if case .screen = self { true } else { false } }
}

extension ProgramExit {
    fileprivate init(_ error: SheetError) { self.init(error.description, exitCode: error.exitCode) }
}
