import AnnotationFilter
import Foundation
import Millrace

/// The program: reads the command line, opens a sheet, and hands it to the screen or to a script.
@MainActor
struct Program {
    let arguments: [String]

    init(arguments: some Sequence<String>) {
        self.arguments = Array(arguments)
    }

    /// Runs to the end, and returns the exit status.
    func run() async -> Int32 {
        do throws(CommandLineOptions.UsageError) {
            let options = try CommandLineOptions(arguments)
            if options.help || options.version {
                Output.write(options.help ? CommandLineOptions.helpText : CommandLineOptions.versionText)
                return 0
            }
            return await open(options)
        } catch {
            Output.report(error.description)
            return error.exitCode
        }
    }

    private func open(_ options: CommandLineOptions) async -> Int32 {
        do throws(SheetError) {
            if let path = options.replay { return try replay(path, options) }
            let isScript = options.script != nil || options.json || isatty(STDIN_FILENO) == 0
            // What is open at first: nothing where the screen opens a file before one's eyes.
            let first = isScript ? options.file ?? "" : options.file == nil ? "" : nil
            let sheet = if let first { try sheet(at: first) } else { Sheet.empty }
            for notice in sheet.notices { Output.report("\(sheet.file): \(notice)") }
            if options.log, !isScript, isatty(STDERR_FILENO) != 0 { return fail(CommandLineOptions.logNeedsFile) }
            let store = AnnotationFilterStore(showing: sheet, on: Dispatcher(on: .main))
            let undo = UndoHistory(of: store)
            if options.log { store.dispatcher.install(ActionLogger(to: Output.report)) }
            if let path = options.record, !record(store, at: path, showing: first) { return 73 }
            return isScript ? try await runScript(options, store, undo) : await runScreen(options, store, undo)
        } catch {
            Output.report(error.description)
            return error.exitCode
        }
    }

    /// The sheet in a file; the sample where the path is empty.
    private func sheet(at path: String) throws(SheetError) -> Sheet {
        let files = XFDFFileService()
        return path.isEmpty ? try files.sample() : try files.sheet(at: path)
    }

    private func fail(_ error: CommandLineOptions.UsageError) -> Int32 {
        Output.report(error.description)
        return error.exitCode
    }

    /// Begins to record the session. False where the file cannot be written.
    private func record(_ store: AnnotationFilterStore, at path: String, showing first: String?) -> Bool {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else {
            Output.report("annotation-filter: \(path) cannot be written. To fix: name a file in a folder that can be.")
            return false
        }
        _ = ActionRecorder(
            of: .annotationFilter,
            digesting: store,
            on: store.dispatcher,
            notes: first.map { [SessionReplay.fileNote: $0] } ?? [:],
            to: file,
            onProblem: { Output.report("\($0)") }
        )
        return true
    }

    private func replay(_ path: String, _ options: CommandLineOptions) throws(SheetError) -> Int32 {
        let data = try XFDFFileService().data(at: path)
        let replay: SessionReplay
        do {
            replay = try SessionReplay(data)
        } catch {
            Output.report("\(path): \(error)")
            return 65
        }
        if replay.isCutOff { Output.report("\(path): is cut off, and is replayed up to there") }
        let first = options.file ?? replay.file
        let sheet = if let first { try sheet(at: first) } else { Sheet.empty }
        let outcome = replay.run(showing: sheet)
        Output.write("\(outcome)")
        if case .same = outcome { return 0 } else { return 65 }
    }

    private func runScript(
        _ options: CommandLineOptions,
        _ store: AnnotationFilterStore,
        _ undo: UndoHistory
    ) async throws(SheetError) -> Int32 {
        let path = options.script ?? "-"
        var lines = try ScriptLines(path)
        let runner = ScriptRunner(
            for: store,
            undo: undo,
            source: path == "-" ? "standard input" : path,
            asJSON: options.json,
            answer: { lines in if !lines.isEmpty { Output.write(lines.joined(separator: "\n")) } },
            report: Output.report
        )
        while let line = lines.next() { await runner.run(line) }
        return runner.exitCode
    }

    private func runScreen(
        _ options: CommandLineOptions,
        _ store: AnnotationFilterStore,
        _ undo: UndoHistory
    ) async -> Int32 {
        do throws(TerminalSessionError) {
            try await ScreenLoop(store, undo: undo).run(opening: options.file)
            guard store.state.value.sheet == .empty, let problem = store.state.value.problem else { return 0 }
            Output.report(problem.description)
            return problem.exitCode
        } catch {
            Output.report("annotation-filter: \(error)")
            return 64
        }
    }
}
