import Foundation
import MillraceSpecs
import TestSupport

@testable import CalDAV

/// `MILLRACE_PROGRAMS=5000` tries more calendars.
final class CalendarRoundTripSpec: Spec {
    func testSpec() {
        it("reads what it has written, in lines of at most 75 bytes that are text each") {
            runPrograms(100) { random in
                let component = RandomCalendars.component(&random)
                let text = component.text
                for line in text.components(separatedBy: "\r\n") where line.utf8.count > 75 {
                    return "a line has \(line.utf8.count) bytes: \(line)"
                }
                let again = try? CalendarComponent(reading: Data(text.utf8))
                return again == component ? nil : "written: \(text) read: \(again?.text ?? "nothing")"
            }
        }

        it("reads a text as it was, whatever is in it") {
            runPrograms(100) { random in
                let text = RandomCalendars.text(&random) + ["\n", "", "\\n", "\\"].randomElement(using: &random)!
                let value = try? CalendarText.escaped(text)
                return value.map(CalendarText.unescaped) == text ? nil : "\(text) became \(value ?? "nothing")"
            }
        }

        it("reads signs that should be escaped, and escapes that are none, as they stand") {
            for value in ["a,b;c", "a\\", "\\x"] { expect(CalendarText.unescaped(value)).to(equal(value)) }
        }

        it("takes any bytes, or refuses them") {
            runPrograms(100) { random in
                var bytes = Array(ForeignCalendars.apple.utf8)
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                    case 2: bytes.insert(contentsOf: Array(";=\":,\r\n ".utf8).shuffled(using: &random), at: place)
                    default: bytes.removeLast(min(place / 8, bytes.count - 1))
                    }
                }
                guard let component = try? CalendarComponent(reading: Data(bytes)) else { return nil }
                let toDo = CalendarToDo(component)
                _ = (toDo?.due?.date(in: .gmt), toDo?.isDone, toDo?.summary, toDo?.sequence)
                let again = try? CalendarComponent(reading: Data(component.text.utf8))
                return again == component ? nil : "another: \(component.text)"
            }
        }
    }
}
