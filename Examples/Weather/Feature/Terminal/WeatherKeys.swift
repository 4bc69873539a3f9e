import MillraceTerminal

/// What a key of the screen does.
enum WeatherCommand {
    case ask, up, down, switchUnit, switchPanel, help, back
}

/// The keys, which are the same in every state, and what they do at present.
enum WeatherKeys {
    /// What a key does; nil for the keys of the text field.
    static func command(for key: TerminalKey) -> WeatherCommand? { table.command(for: key) }

    /// All keys, for the help.
    static var help: [TerminalPane.Paragraph] { table.help }

    /// The keys that are of use in a view, the most important ones first: where there is little room, the last are left
    /// out, and the help has them all.
    static func hints(_ view: WeatherView) -> [TerminalHint] {
        let isChoosing = view.suggestions != nil
        let arrows = isChoosing ? TerminalHint("↑↓", "choose") : TerminalHint("↑↓", "other hours")
        let panel = view.panel == .forecast ? "this session" : "forecast"
        let hints: [TerminalHint?] = [
            TerminalHint("?", "all keys"),
            isChoosing ? arrows : nil,
            TerminalHint("enter", isChoosing ? "take it" : "ask again"),
            TerminalHint("esc", view.canGoBack ? "other places" : "quit"),
            TerminalHint("tab", "in \(view.unit.other.symbol)"),
            view.showsHours ? arrows : nil,
            view.chart.bars.isEmpty || isChoosing ? nil : TerminalHint("ctrl-t", panel),
            TerminalHint("ctrl-u", "empty"),
        ]
        return hints.compactMap { $0 }
    }

    /// The keys of the page that shows all keys.
    static let helpHints = [TerminalHint("esc", "back"), TerminalHint("↑↓", "scroll")]

    private static let table = TerminalKeyTable<WeatherCommand>([
        .heading("Search"),
        .keys([], "letters", nil, help: "the name of a city, with or without a country: Paris, or Paris,US"),
        .keys([.enter], "enter", .ask, help: "asks at once, or once more; takes the place that is marked"),
        .keys([], "↑↓", nil, help: "mark another place; or show other hours of the forecast"),
        .keys([.up], "", .up),
        .keys([.down], "", .down),
        .keys([.escape], "esc", .back, help: "back to the places of that name, if you took one; otherwise quits"),
        .keys([], "ctrl-c", nil, help: "quits"),
        .heading("What is shown"),
        .keys([.tab], "tab", .switchUnit, help: "degrees Celsius and metres a second, or Fahrenheit and miles an hour"),
        .keys([.control("t")], "ctrl-t", .switchPanel, help: "the forecast, or the cities of this session"),
        .keys([.character("?"), .function(1)], "? f1", .help, help: "this page"),
        .heading("In the text"),
        .keys([], "←→", nil, help: "move by a character; with ctrl or alt by a word"),
        .keys([], "home end", nil, help: "to the beginning, to the end; so do ctrl-a and ctrl-e"),
        .keys([], "ctrl-w", nil, help: "deletes the word before the cursor; alt-d the one behind it"),
        .keys([], "ctrl-k", nil, help: "deletes what is behind the cursor"),
        .keys([], "ctrl-u", nil, help: "deletes everything"),
    ])
}

extension WeatherView {
    /// Whether hours of the forecast are shown, and not the places among which to choose.
    fileprivate var showsHours: Bool { suggestions == nil && panel == .forecast && forecast != nil }
}
