import Millrace
import MillraceTerminal

/// The search on a terminal: what is typed goes into the view model; the cursor and the page of help stay here.
public final class WeatherScreen {
    private let model: WeatherViewModel
    private let view: Observable<WeatherView>
    private let size: Observable<TerminalSize>
    private let field = Variable(TerminalTextField())
    /// How far the page of help is scrolled; nil while it is not shown.
    private let help = Variable<Int?>(nil)

    /// A screen for a view model in which nothing is typed.
    ///
    /// - Parameter view: What the view model shows.
    public init(of model: WeatherViewModel, showing view: Observable<WeatherView>, size: Observable<TerminalSize>) {
        self.model = model
        self.view = view
        self.size = size
    }

    /// What is to be seen, now and after each change.
    public var canvas: Observable<TerminalCanvas> {
        combine(view, field, size, help) { view, field, size, help in
            help.map { WeatherKeys.page(size, firstLine: $0).canvas } ?? view.canvas(size: size, field: field)
        }
    }

    /// Does what a key says.
    public func press(_ key: TerminalKey) -> TerminalApplication.Continuation {
        if let line = help.value {
            help.value = WeatherKeys.page(size.value, firstLine: line).firstLine(after: key)
            return .goOn
        }
        switch WeatherKeys.command(for: key) {
        case .ask: ask()
        case .up: model.move.send(-1)
        case .down: model.move.send(1)
        case .switchUnit: model.unit.set(model.unit.state.value.other)
        case .switchPanel: model.panel.value = model.panel.value.other
        case .help: help.value = 0
        case .back:
            guard view.value.canGoBack else { return .quit }
            model.back.send()
        case nil: type(key)
        }
        return .goOn
    }

    /// Takes the place that is marked, or was taken before; without one asks for the text.
    private func ask() {
        guard let place = model.place.value else { return model.retry.send() }
        model.take.send(place)
    }

    private func type(_ key: TerminalKey) {
        field.update { _ = $0.press(key) }
        let text = field.value.text
        if text != model.searchText.value { model.searchText.value = text }
    }
}
