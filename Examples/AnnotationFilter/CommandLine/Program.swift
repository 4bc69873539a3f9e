import AnnotationFilter
import Foundation
import Millrace

/// The program: reads the command line, opens a sheet, and hands it to the screen or to a script.
struct Program {
    let arguments: [String]

    init(arguments: some Sequence<String>) {
        self.arguments = Array(arguments)
    }

    /// Runs to the end, and returns the exit status.
    func run() -> Int32 {
        do throws(CommandLineOptions.UsageError) {
            let options = try CommandLineOptions(arguments)
            if options.help || options.version {
                Output.write(options.help ? CommandLineOptions.helpText : CommandLineOptions.versionText)
                return 0
            }
            return open(options)
        } catch {
            Output.report(error.description)
            return error.exitCode
        }
    }

    private func open(_ options: CommandLineOptions) -> Int32 {
        do throws(SheetError) {
            let files = XFDFFileService()
            let sheet = if let file = options.file { try files.sheet(at: file) } else { try files.sample() }
            for notice in sheet.notices { Output.report("\(sheet.file): \(notice)") }
            let store = AnnotationFilterStore(showing: sheet, on: Dispatcher())
            let isScript = options.script != nil || options.json || isatty(STDIN_FILENO) == 0
            return isScript ? try runScript(options, store) : runScreen(store)
        } catch {
            Output.report(error.description)
            return error.exitCode
        }
    }

    private func runScript(_ options: CommandLineOptions, _ store: AnnotationFilterStore) throws(SheetError) -> Int32 {
        let path = options.script ?? "-"
        var lines = try ScriptLines(path)
        let runner = ScriptRunner(
            for: store,
            source: path == "-" ? "standard input" : path,
            asJSON: options.json,
            answer: { lines in if !lines.isEmpty { Output.write(lines.joined(separator: "\n")) } },
            report: Output.report
        )
        while let line = lines.next() { runner.run(line) }
        return runner.exitCode
    }

    private func runScreen(_ store: AnnotationFilterStore) -> Int32 {
        do throws(TerminalSessionError) {
            try ScreenLoop(store).run()
            return 0
        } catch {
            Output.report("annotation-filter: \(error)")
            return 64
        }
    }
}
