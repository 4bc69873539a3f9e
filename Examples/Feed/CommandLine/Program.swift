import FeedReader
import Foundation
import Millrace
import MillraceNetwork
import MillraceOffline
import MillraceTerminal

/// The program: reads the command line, finds the posts, and hands the feed to the screen or to a script.
@MainActor
struct Program {
    let environment: [String: String]
    private let output = ProgramOutput(of: "feed")

    init(environment: [String: String]) { self.environment = environment }

    /// Runs to the end, and returns the exit status.
    func run(_ arguments: [String]) async -> Int32 {
        await output.run { () throws(ProgramExit) in
            let options = try CommandLineOptions(arguments)
            let mode = try output.mode(showsScreen: !options.json)
            let feed = try makeFeed(options, mode)
            let inspection = try options.inspect.map { path throws(ProgramExit) in
                feed.inspection.record(
                    to: try NewFile(path, of: "a recording").write,
                    onFailure: { output.report("\($0)") }
                )
            }
            feed.begin()
            defer {
                feed.close()
                inspection?.finish()
            }
            try await run(feed, mode, options)
            return 0
        }
    }

    // MARK: Posts

    private func makeFeed(_ options: CommandLineOptions, _ mode: ProgramMode) throws(ProgramExit) -> Feed {
        let dispatcher = Dispatcher(on: .main)
        var services: FeedServices
        var journal: Journal?
        if let address = options.server {
            let token =
                options.hasToken
                ? try readPassword("Token: ", variable: "FEED_TOKEN", environment: environment) : nil
            services = FeedServices(server: address, over: URLSessionTransport(), token: token)
            services.interval = options.interval ?? .seconds(60)
            if options.hasToken {
                let folder = folder(for: address, options)
                journal = try attempt("\(folder.path) cannot be used", 66) {
                    try Journal(folder, on: dispatcher, onDamage: .openSoundPart)
                }
            }
        } else {
            let server =
                try options.files.isEmpty
                ? attempt("the sample cannot be read", 70, PostServer.sample) : server(of: options.files)
            services = FeedServices(server: server)
            services.interval = options.interval ?? .seconds(5)
        }
        // A script asks for what is new itself.
        if case .screen = mode {} else { services.interval = nil }
        return try attempt("the stars that wait cannot be read", 66) {
            try Feed(with: services, on: dispatcher, journal: journal)
        }
    }

    private func server(of files: [String]) throws(ProgramExit) -> PostServer {
        var contents: [Data] = []
        for file in files {
            guard let data = try? FileHandle(forReadingFrom: URL(fileURLWithPath: file)).readToEnd() else {
                let fix = "To fix: check the path and the file's permissions."
                throw ProgramExit("\(file) cannot be read. \(fix)".oneLine, exitCode: 66)
            }
            contents.append(data)
        }
        return try attempt("there are no posts in \(files.joined(separator: ", "))", 65) { try PostServer(contents) }
    }

    /// What a function returns. Where it throws, the program ends.
    private func attempt<Result>(
        _ problem: String,
        _ exitCode: Int32,
        _ body: () throws -> Result
    ) throws(ProgramExit) -> Result {
        do {
            return try body()
        } catch {
            throw ProgramExit("\(problem): \(error)".oneLine, exitCode: exitCode)
        }
    }

    /// A folder for each server.
    private func folder(for address: URL, _ options: CommandLineOptions) -> URL {
        if let folder = options.folder { return URL(fileURLWithPath: folder) }
        let name = "\(address.host ?? "server")-\(address.port ?? 443)"
        return stateFolder(of: "millrace-feed", environment: environment).appendingPathComponent(name)
    }

    // MARK: Running

    private func run(_ feed: Feed, _ mode: ProgramMode, _ options: CommandLineOptions) async throws(ProgramExit) {
        if case .screen = mode { return try await runScreen(feed) }
        let script = FeedScript(
            of: feed,
            patience: options.patience,
            asJSON: options.json,
            answer: output.write
        )
        try await script.begin()
        guard case .script(let lines) = mode else { return script.showOverview() }
        try await output.run(lines) { line throws(ProgramExit) in try await script.run(line) }
    }

    private func runScreen(_ feed: Feed) async throws(ProgramExit) {
        output.holdReports()
        defer { output.releaseReports() }
        let terminal = try TerminalApplication()
        let screen = FeedScreen(of: feed, size: terminal.size)
        await terminal.run(showing: screen.canvas, onKey: screen.press)
    }
}
