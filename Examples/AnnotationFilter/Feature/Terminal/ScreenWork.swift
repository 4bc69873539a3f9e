/// Carries out what a screen asks for, one command at a time, while the screen goes on. The screen shows what is being
/// done, then what came of it.
@MainActor
public final class ScreenWork {
    private let screen: AnnotationFilterScreen
    private let runner: ScriptRunner
    private var running: (command: ScriptCommand, task: Task<Void, Never>)?

    /// Work for a screen, which a runner does.
    public init(for screen: AnnotationFilterScreen, by runner: ScriptRunner) {
        self.screen = screen
        self.runner = runner
    }

    /// Begins to carry out a command. While another one is being carried out, the screen says so instead.
    public func begin(_ command: ScriptCommand) {
        guard running == nil else {
            return screen.tell("Something else is still being done. To fix: wait for it, or stop it with esc.")
        }
        screen.show(activity: command.activity)
        let state = runner.state
        running = (
            command,
            Task {
                let outcome = await outcome(of: command, in: state)
                running = nil
                screen.show(activity: nil)
                switch outcome {
                case .success(let lines?): screen.read(lines)
                case .success(nil): screen.tell(command.outcome)
                case .failure(is CancellationError): screen.tell(command.stopped)
                case .failure(let problem): screen.tell("\(problem)")
                }
            }
        )
    }

    /// Stops what is being carried out, if anything is: it ends soon, and the screen says that it was stopped.
    public func stop() { running?.task.cancel() }

    /// Stops, and waits for what is writing a file, so that no part of one is left behind.
    public func end() async {
        stop()
        if case .export = running?.command { await finished() }
    }

    /// Waits for what is being carried out, if anything is.
    func finished() async { await running?.task.value }

    private func outcome(
        of command: ScriptCommand,
        in state: AnnotationFilterState
    ) async -> Result<[String]?, any Error> {
        do {
            return .success(try await runner.carryOut(command, in: state)?.lines(asJSON: false))
        } catch {
            return .failure(error)
        }
    }
}
