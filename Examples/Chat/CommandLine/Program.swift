import Foundation
import MatrixChat
import Millrace
import MillraceApp
import MillraceHistory
import MillraceNetwork
import MillraceOffline
import MillraceTerminal
import SampleHomeserver

/// The program: reads the command line, finds a homeserver, and hands the chat to the screen or to a script.
@MainActor
struct Program {
    let environment: [String: String]
    private let output = ProgramOutput(of: "chat")

    /// Runs to the end, and returns the exit status.
    func run(_ arguments: [String]) async -> Int32 {
        await output.run { () throws(ProgramExit) in
            let options = try CommandLineOptions(arguments)
            do {
                return try await run(options)
            } catch let error as ProgramExit {
                throw error
            } catch {
                throw ProgramExit(
                    "the saved state cannot be read: \(error). To fix: remove it, or pass another --state.",
                    exitCode: 66
                )
            }
        }
    }

    private func run(_ options: CommandLineOptions) async throws -> Int32 {
        let mode = try mode(options)
        let file = try options.inspect.map { path throws(ProgramExit) in try NewFile(path, of: "a recording") }
        var recorder: InspectionRecorder?
        func inspect(_ chat: Chat) {
            recorder = file.map { chat.inspection.record(to: $0.write, onFailure: { output.report("\($0)") }) }
        }
        defer { recorder?.finish() }
        let chat =
            if let address = options.homeserver, let user = options.user {
                try await chat(at: address, user: user, options, inspect)
            } else {
                try sampleChat(every: options.interval ?? .seconds(3), inspect)
            }
        do {
            try await run(chat, mode, options)
        } catch {
            await chat.close()
            throw error
        }
        await chat.close()
        return 0
    }

    // MARK: Homeservers

    private func sampleChat(every interval: Duration, _ inspect: (Chat) -> Void) throws -> Chat {
        let server = SampleHomeserver(clock: .main)
        server.change { server in
            server.fill(interval: interval)
            server.media.pace = .milliseconds(30)
        }
        guard let address = URL(string: "http://sample.example") else { preconditionFailure("The address is one.") }
        let services = ChatServices(homeserver: address, over: server.transport, storage: .memory())
        let chat = try Chat(with: services, on: Dispatcher(on: .main))
        inspect(chat)
        chat.dispatcher.dispatch(SignIn(user: SampleHomeserver.user, password: Secret("open sesame")))
        return chat
    }

    private func chat(
        at address: URL,
        user: String,
        _ options: CommandLineOptions,
        _ inspect: (Chat) -> Void
    ) async throws -> Chat {
        let folder = folder(for: address, user, options)
        let storage = try await ChatStorage.claimedFolder(folder, of: user, at: address)
        let login = await storage.keptLogin
        let past = if let login { await ChatPast(of: login.account, from: storage) } else { ChatPast() }
        let services = ChatServices(
            homeserver: address,
            over: URLSessionTransport(),
            login: login,
            storage: storage,
            images: ImageCache(folder: folder.appendingPathComponent("images"))
        )
        let dispatcher = Dispatcher(on: .main)
        let journal = try Journal(folder.appendingPathComponent("outbox"), on: dispatcher, onDamage: .openSoundPart)
        let chat = try Chat(with: services, on: dispatcher, past: past, journal: journal)
        inspect(chat)
        try await chat.takeOver()
        if let login, login.isSignedIn {
            chat.dispatcher.dispatch(SignedIn(account: login.account))
        } else {
            let password = try readPassword(
                "Password of \(user): ",
                variable: "CHAT_PASSWORD",
                environment: environment
            )
            chat.dispatcher.dispatch(SignIn(user: user, password: password))
        }
        return chat
    }

    /// A folder for each homeserver and user.
    private func folder(for address: URL, _ user: String, _ options: CommandLineOptions) -> URL {
        if let folder = options.folder { return URL(fileURLWithPath: folder) }
        let name = "\(address.host ?? "")-\(address.port ?? 443)-\(user)"
        let isUsual = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._@"))
        return stateFolder(of: "millrace-chat", environment: environment)
            .appendingPathComponent(name.addingPercentEncoding(withAllowedCharacters: isUsual) ?? "user")
    }

    // MARK: Running

    private func mode(_ options: CommandLineOptions) throws(ProgramExit) -> ProgramMode {
        guard let script = options.script else { return try output.mode(showsScreen: !options.json) }
        let fix = "give one, as in: echo rooms | chat; or see --help"
        return .script(try InputLines(ofFile: script, expecting: "a command", fix: fix))
    }

    private func run(_ chat: Chat, _ mode: ProgramMode, _ options: CommandLineOptions) async throws {
        chat.reportUnsaved { [output] in output.report("chat: \($0)") }
        let application = chat.makeApplication(on: .main, opening: options.link)
        application.followProcessSignals()
        await application.launch()
        defer { withExtendedLifetime(application) {} }
        if case .screen = mode { return try await runScreen(chat, application) }
        let script = ChatScript(
            of: chat,
            patience: options.patience,
            on: .main,
            asJSON: options.json,
            answer: output.write
        )
        if let damage = chat.damage.value { output.report("chat: \(damage)") }
        if let problem = try await script.begin() { output.report("chat: \(problem)") }
        guard case .script(let lines) = mode else { return try await script.showOverview() }
        try await output.run(lines) { line throws(ProgramExit) in try await script.run(line) }
        await script.end()
    }

    private func runScreen(_ chat: Chat, _ application: Application) async throws(ProgramExit) {
        output.holdReports()
        defer { output.releaseReports() }
        let terminal = try TerminalApplication()
        let size = terminal.size
        let images = TerminalImageFormat(environment: environment)
        let screen = ChatScreen(of: chat, size: size, on: .main, images: images)
        application.noteFirstScreen()
        await terminal.run(showing: screen.canvas, onKey: screen.press)
    }
}
