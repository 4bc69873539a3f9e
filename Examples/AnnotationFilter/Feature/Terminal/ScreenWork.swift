/// Carries out what a screen asks for while the screen goes on, which shows what is being done and then what came of it.
///
/// What takes no time is done at once, in the order in which it is asked for.
@MainActor
public final class ScreenWork {
    private let screen: AnnotationFilterScreen
    private let runner: ScriptRunner
    private var running: [(number: Int, command: ScriptCommand, task: Task<Void, Never>)] = []
    private var count = 0

    /// Work for a screen, which a runner does.
    public init(for screen: AnnotationFilterScreen, by runner: ScriptRunner) {
        self.screen = screen
        self.runner = runner
    }

    /// Begins to carry out a command, about what is shown now.
    public func begin(_ command: ScriptCommand) {
        count += 1
        let (number, state) = (count, runner.state)
        let task = Task { end(number, with: await outcome(of: command, in: state)) }
        running.append((number, command, task))
        screen.show(activity: command.activity)
    }

    /// Stops all that is being carried out: it ends soon, and the screen says that it was stopped.
    public func stop() { for work in running { work.task.cancel() } }

    /// Stops, and waits for what is writing a file, so that no part of one is left behind.
    public func end() async {
        stop()
        for work in running where work.command.writesFile { await work.task.value }
    }

    /// Waits until nothing is being carried out.
    func finished() async { while let work = running.last { await work.task.value } }

    private func outcome(
        of command: ScriptCommand,
        in state: AnnotationFilterState
    ) async -> Result<[String]?, any Error> {
        do {
            try Task.checkCancellation()
            return .success(try await runner.carryOut(command, in: state)?.workedOut(asJSON: false))
        } catch {
            return .failure(error)
        }
    }

    private func end(_ number: Int, with outcome: Result<[String]?, any Error>) {
        guard let place = running.firstIndex(where: { $0.number == number }) else { return }
        let command = running.remove(at: place).command
        screen.show(activity: running.last?.command.activity)
        switch outcome {
        case .success(let lines?): screen.read(lines)
        case .success(nil): screen.tell(runner.takeRemark() ?? command.outcome)
        case .failure(is CancellationError): screen.tell(command.stopped)
        case .failure(let problem): screen.tell("\(problem)")
        }
    }
}

extension ScriptCommand {
    /// Whether a part of a file could be left behind.
    fileprivate var writesFile: Bool {
        switch self {
        case .export, .save: true
        default: false
        }
    }
}
