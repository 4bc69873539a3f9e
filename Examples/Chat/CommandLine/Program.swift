import Foundation
import MatrixChat
import Millrace
import MillraceApp
import MillraceNetwork
import MillraceTerminal
import SampleHomeserver

/// The program: reads the command line, finds a homeserver, and hands the chat to the screen or to a script.
@MainActor
struct Program {
    let arguments: [String]
    let environment: [String: String]
    private let output = ProgramOutput(of: "chat")

    init(arguments: some Sequence<String>, environment: [String: String]) {
        (self.arguments, self.environment) = (Array(arguments), environment)
    }

    /// Runs to the end, and returns the exit status.
    func run() async -> Int32 { output.exitCode(await runToEnd()) }

    private func runToEnd() async -> Int32 {
        do throws(CommandLineOptions.UsageError) {
            let options = try CommandLineOptions(arguments)
            if options.help || options.version {
                output.write(options.help ? CommandLineOptions.helpText : CommandLineOptions.versionText)
                return 0
            }
            return await open(options)
        } catch {
            output.report(error.description)
            return error.exitCode
        }
    }

    private func open(_ options: CommandLineOptions) async -> Int32 {
        do {
            let chat =
                switch options.source {
                case .sample(let interval): sampleChat { $0.fill(interval: interval) }
                case .largeSample(let rooms, let events, let rate):
                    sampleChat { $0.fill(roomCount: rooms, eventCount: events, rate: rate) }
                case .homeserver(let address, let user): try await chat(at: address, user: user, options)
                }
            let status = try await run(chat, options)
            await chat.close()
            return status
        } catch let error as ScriptError {
            output.report("chat: \(error)")
            return error.exitCode
        } catch let error as Password.Missing {
            output.report("chat: \(error)")
            return 77
        } catch {
            output.report("chat: the saved state cannot be read: \(error). To fix: remove it, or pass another --state.")
            return 66
        }
    }

    // MARK: Homeservers

    private func sampleChat(_ fill: (inout HomeserverState) -> Void) -> Chat {
        let server = SampleHomeserver(clock: .main)
        server.change { server in
            fill(&server)
            server.media.pace = .milliseconds(30)
        }
        guard let address = URL(string: "http://sample.example") else { preconditionFailure("The address is one.") }
        let services = ChatServices(homeserver: address, over: server.transport, storage: .memory())
        let chat = Chat(with: services, on: Dispatcher(on: .main))
        chat.dispatcher.dispatch(SignIn(user: SampleHomeserver.user, password: Secret("sample")))
        return chat
    }

    private func chat(at address: URL, user: String, _ options: CommandLineOptions) async throws -> Chat {
        let folder = folder(for: address, user, options)
        let storage = try ChatStorage.claimedFolder(folder, of: user, at: address)
        let login = try await storage.keptLogin()
        let uploads = UploadStorage.folder(folder.appendingPathComponent("uploads"))
        let past = if let login { try await ChatPast(of: login.account, from: storage, uploads) } else { ChatPast() }
        let services = ChatServices(
            homeserver: address,
            over: URLSessionTransport(),
            login: login,
            storage: storage,
            uploads: uploads,
            images: ImageCache(folder: folder.appendingPathComponent("images"))
        )
        let chat = Chat(with: services, on: Dispatcher(on: .main), past: past)
        if let login, login.isSignedIn {
            chat.dispatcher.dispatch(SignedIn(account: login.account))
        } else {
            let password = try Password.read(options.passwordDescriptor, environment, of: user)
            chat.dispatcher.dispatch(SignIn(user: user, password: password))
        }
        return chat
    }

    /// A folder for each homeserver and user.
    private func folder(for address: URL, _ user: String, _ options: CommandLineOptions) -> URL {
        if let folder = options.folder { return URL(fileURLWithPath: folder) }
        let home = environment["HOME"] ?? NSHomeDirectory()
        let states = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.local/state"
        let name = "\(address.host ?? "")-\(address.port ?? 443)-\(user)"
        let isUsual = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._@"))
        return URL(fileURLWithPath: states).appendingPathComponent("millrace-chat")
            .appendingPathComponent(name.addingPercentEncoding(withAllowedCharacters: isUsual) ?? "user")
    }

    // MARK: Running

    private func run(_ chat: Chat, _ options: CommandLineOptions) async throws -> Int32 {
        chat.reportUnsaved { [output] in output.report("chat: \($0)") }
        let application = chat.makeApplication(on: .main, opening: options.link)
        application.followProcessSignals()
        await application.launch()
        defer { withExtendedLifetime(application) {} }
        guard options.script != nil || options.json || isatty(STDIN_FILENO) == 0 else {
            return await runScreen(chat, application)
        }
        let script = ChatScript(
            of: chat,
            patience: options.patience,
            on: .main,
            asJSON: options.json,
            answer: output.write
        )
        let lines: AsyncThrowingStream<String, any Error>
        do {
            lines = try self.lines(of: options.script).values
        } catch {
            output.report("chat: \(options.script ?? "the script") cannot be read: \(error.localizedDescription)")
            return 66
        }
        return await run(script, lines)
    }

    private func run(
        _ script: ChatScript<ActorScheduler>,
        _ lines: AsyncThrowingStream<String, any Error>
    ) async -> Int32 {
        do {
            if let problem = try await script.begin() { output.report("chat: \(problem)") }
            for try await line in lines {
                try await script.run(line)
                if !output.isOpen { break }
            }
            await script.end()
            return 0
        } catch let error as ScriptError {
            output.report("chat: \(error)")
            return error.exitCode
        } catch let error as InputLines.ReadError {
            output.report("chat: \(error)")
            return error.exitCode
        } catch {
            preconditionFailure("A script throws its own errors alone.")
        }
    }
}

extension Program {
    /// The commands: those of a file, or of standard input.
    private func lines(of file: String?) throws -> InputLines {
        guard let file, file != "-" else { return InputLines() }
        return try InputLines(of: Data(contentsOf: URL(fileURLWithPath: file)))
    }

    private func runScreen(_ chat: Chat, _ application: Application) async -> Int32 {
        output.holdReports()
        defer { output.releaseReports() }
        do throws(TerminalSessionError) {
            let terminal = try TerminalApplication()
            let size = terminal.size
            let images = TerminalImageFormat(environment: environment)
            let screen = ChatScreen(of: chat, size: size, on: .main, images: images)
            application.noteFirstScreen()
            await terminal.run(showing: screen.canvas, onKey: screen.press)
            return 0
        } catch {
            output.report("chat: \(error) Or name a script, see --help.")
            return 64
        }
    }
}
