import Millrace
import MillraceTerminal

/// What is typed on a terminal: it goes into the view model, and the cursor stays here.
public final class WeatherScreen {
    private let model: WeatherViewModel
    private let field = Variable(TerminalTextField())

    /// A screen for a view model in which nothing is typed.
    public init(of model: WeatherViewModel) {
        self.model = model
    }

    /// What is to be seen, now and after each change.
    public func canvas(of view: Observable<WeatherView>, size: Observable<TerminalSize>) -> Observable<TerminalCanvas> {
        combine(view, field, size) { view, field, size in view.canvas(size: size, field: field) }
    }

    /// Does what a key says.
    public func press(_ key: TerminalKey) -> TerminalApplication.Continuation {
        switch key {
        case .tab: model.unit.value = model.unit.value.other
        case .enter: model.retry.send()
        case .escape: return .quit
        default:
            field.update { _ = $0.press(key) }
            let text = field.value.text
            if text != model.searchText.value { model.searchText.value = text }
        }
        return .goOn
    }
}
