import Foundation
import Millrace
import MillraceTerminal
import ToDoList

/// A Wednesday in autumn, with something for each section.
@MainActor
func toDoPicture() throws -> TerminalPicture {
    guard let zone = TimeZone(identifier: "Europe/Berlin") else { throw CocoaError(.featureUnsupported) }
    let present = Present(Date(timeIntervalSince1970: 1_793_779_200), in: zone, firstWeekday: 2)
    let services = ToDoServices(identifiers: .inOrder(), clock: WallClock { present })
    let list = try ToDoList(with: services, on: Dispatcher(on: .main))
    let script = ToDoScript(of: list, asJSON: false) { _ in }
    for line in [
        #"add "Pay the rent" --due 2026-11-02"#, #"add "Water the plants" --due "today 18:00""#,
        #"add "Call the surveyor" --due tomorrow --notes "about the north wall""#, "add Buy milk --due tomorrow",
        "add Order paint --due sat",
        #"add Dentist --due "2026-11-12 15:00" --notes "bring the card""#, "add Plan the party --due +9d",
        "add Tax return --due 2027-05-31", "add Write to Ada",
    ] { try script.run(line: line) }
    let screen = ToDoScreen(of: list, size: Observable(TerminalSize(columns: 90, rows: 20)), on: .main)
    for key in [.down, .down, .character("p")] as [TerminalKey] { _ = screen.press(key) }
    return TerminalPicture(screen.canvas.value, title: "The to-do list on a terminal")
}
