import MillraceTerminal

/// What a key of the screen does.
enum WeatherCommand {
    case help, up, down, ask, back, switchUnit, switchPanel
}

/// The keys, and what they do: one table for the program, the hints and the help.
enum WeatherKeys {
    /// What a key does; nil for the keys of the text field.
    static func command(for key: TerminalKey) -> WeatherCommand? { keys.command(for: key) }

    /// The page that shows all keys.
    static func page(_ size: TerminalSize, firstLine: Int) -> TerminalPage {
        let hints = [TerminalHint("esc", "back"), TerminalHint("↑↓", "scroll")]
        return TerminalPage(keys.help, hints: hints, size: size, firstLine: firstLine)
    }

    /// The keys that are of use in a view, the most important ones first: where there is little room the last are left
    /// out, and the help has them all.
    static func hints(_ view: WeatherView) -> [TerminalHint] { table(view).hints() }

    private static let keys = table()

    /// The table, with what the hints say of the keys whose meaning depends on what is shown: nothing of those that are
    /// of no use.
    private static func table(_ view: WeatherView? = nil) -> TerminalKeyMap<WeatherCommand> {
        let isChoosing = view?.suggestions != nil
        let showsForecast = view?.panel == .forecast
        let arrows = isChoosing ? "choose" : showsForecast && view?.forecast != nil ? "other hours" : nil
        let hasPanels = !isChoosing && view?.chart.bars.isEmpty == false
        let panel = hasPanels ? showsForecast ? "this session" : "forecast" : nil
        let enter = isChoosing ? "take it" : "ask again"
        let escape = view?.canGoBack == true ? "other places" : "quit"
        let tab = view.map { "in \($0.unit.other.symbol)" } ?? "°C or °F"
        return TerminalKeyMap([
            .heading("Search"),
            .keys([], "letters", nil, help: "the name of a city, with or without a country: Paris, or Paris,US"),
            .keys([.character("?"), .function(1)], "?", .help, "all keys", help: "this page; f1 too"),
            .keys([], "↑↓", nil, arrows, help: "mark another place; or show other hours of the forecast"),
            .keys([.up], "", .up),
            .keys([.down], "", .down),
            .keys([.enter], "enter", .ask, enter, help: "asks at once, or again; takes the place that is marked"),
            .keys([.escape], "esc", .back, escape, help: "back to the places of that name; otherwise quits"),
            .keys([], "ctrl-c", nil, help: "quits"),
            .heading("What is shown"),
            .keys([.tab], "tab", .switchUnit, tab, help: "°C and metres a second, or °F and miles an hour"),
            .keys([.control("t")], "ctrl-t", .switchPanel, panel, help: "the forecast, or the cities of this session"),
            .heading("In the text"),
            .keys([], "ctrl-u", nil, "empty", help: "deletes everything"),
            .keys([], "←→", nil, help: "move by a character; with ctrl or alt by a word"),
            .keys([], "home end", nil, help: "to the beginning, to the end; so do ctrl-a and ctrl-e"),
            .keys([], "ctrl-w", nil, help: "deletes the word before the cursor; alt-d the one behind it"),
            .keys([], "ctrl-k", nil, help: "deletes what is behind the cursor"),
        ])
    }
}
