import Millrace
import MillraceTerminal

/// The messages of the shown room on a terminal: a list that follows its end, stays at its place when others come or go,
/// and of which one message may be chosen.
final class RoomMessages {
    /// The list, now and after each change.
    var list: Observable<TerminalList<String>> { renderer.list }

    /// The identity of the message that is chosen; nil while none is.
    var chosen: String? { choice.value }

    /// Which rows of the room are seen.
    var seen: Range<Int> { renderer.list.value.seen }

    /// Whether the end of the room is seen.
    var isAtEnd: Bool { renderer.list.value.isAtEnd }

    private let renderer = TerminalListRenderer<String>(followsEnd: true)
    private let choice = Variable<String?>(nil)
    private let size: Observable<TerminalSize>
    private let bindings = SubscriptionBag()

    /// - Parameters:
    ///   - rows: The rows of the room, the oldest first.
    ///   - view: What the screen shows, which changes in the turns of the rows.
    ///   - size: The size of the list.
    init(_ rows: Observable<[MessageRow]>, in view: Observable<ChatView>, size: Observable<TerminalSize>) {
        self.size = size
        let (names, timeZone) = (view.select { $0.room?.names ?? Names() }, view.select(\.timeZone))
        let columns = size.select(\.columns)
        let unchosen = Observable { read in
            let setting = RoomItem.Setting(names: read(names), timeZone: read(timeZone), columns: read(columns))
            return RoomItem.items(of: read(rows), setting)
        }
        // Another choice changes two rows, however many there are.
        let items = Observable { [choice] read in
            var items = read(unchosen)
            if let chosen = read(choice) { items[id: chosen]?.isChosen = true }
            return items
        }
        items.live().map(\.terminalRow).bind(to: renderer).store(in: bindings)
        size.observe { [renderer] in renderer.resize(to: $0) }.store(in: bindings)
    }

    /// Scrolls down by lines, or up by less than none.
    func scroll(by lines: Int) {
        renderer.scroll(by: lines)
        // What is in the middle stays there, also where a note takes a line or gives it back.
        if !isAtEnd { renderer.click(row: size.value.rows / 2) }
    }

    /// Goes to the end, where nothing is chosen.
    func goToEnd() {
        choice.value = nil
        renderer.move(.end)
    }

    /// Chooses a message, and shows it; nil to choose none.
    func choose(_ id: String?) {
        choice.value = id
        if let id {
            if id != renderer.row?.id { renderer.go(to: id) }
        } else if seen.upperBound == renderer.list.value.rowCount {
            renderer.move(.end)
        }
    }
}
