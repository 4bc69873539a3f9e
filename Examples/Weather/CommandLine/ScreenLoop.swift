import Millrace
import MillraceTerminal
import WeatherSearch

/// Runs the screen on the terminal: keys go into the view model, and what it shows is drawn whenever it changes.
@MainActor
struct ScreenLoop {
    private let model: WeatherViewModel
    private let view: Observable<WeatherView>

    init(asking service: some WeatherService, source: String, unit: TemperatureUnit) {
        model = WeatherViewModel(service: service, on: .main)
        model.unit.value = unit
        view = model.view(source: source, on: .main)
    }

    /// Runs until the user quits or the terminal is gone.
    func run() async throws(TerminalSessionError) {
        let session = try TerminalSession()
        defer { session.close() }
        let size = Variable(session.size)
        let drawing = combine(view, size) { view, size in view.canvas(size: size) }.observe { session.draw($0) }
        defer { drawing.cancel() }

        for await event in session.events() {
            switch event {
            case .key(let key): if model.press(key) == .quit { return }
            case .resize(let newSize): size.value = newSize
            case .end: return
            }
        }
    }
}
