import Foundation
import Millrace
import MillraceEntities
import MillraceOffline
import MillraceSpecs
import TestSupport
import XCTest

private struct Text: Codable, Equatable { var text: String }

/// Writes words at the end of the text of a pin.
private struct Append: EntityEdit {
    typealias Reply = EntityAnswer

    var subject: EntityID
    var word: String

    func apply(to draft: inout EntityDraft) throws { try draft.edit(Text.self, subject) { $0.text += word } }
}

private struct Pins: Equatable, Codable {
    static let schema = EntitySchema(EntityType("pin"))

    var entities = EntityTable(schema: schema)
    var outbox = Outbox<Append>(device: "phone")

    func text(_ pin: Int) -> String? { try? entities.read(Text.self, EntityID("pin", pin)).text }

    var texts: [String?] { (1...3).map(text) }

    mutating func tell(_ pin: Int, _ text: String) throws {
        try entities.merge(#"{"id": \#(pin), "text": "\#(text)"}"#.utf8, as: .one("pin"))
    }

    @discardableResult
    mutating func append(_ word: String, to pin: Int, isFolding: Bool = false) -> OutboxKey {
        let key = outbox.add(Append(subject: EntityID("pin", pin), word: word)) { earlier, later in
            isFolding ? Append(subject: earlier.subject, word: earlier.word + later.word) : nil
        }
        show()
        return key
    }

    mutating func show() { outbox.show(in: &entities) }

    /// Sends the first entry of each pin.
    mutating func send() {
        let sender = OutboxSender<Append>(limit: 10, durability: .immediate) { _ in
            .later()
        } catching: { _ in
            .later()
        }
        _ = outbox.send(by: sender)
    }

    mutating func take(_ key: OutboxKey, _ answer: OutboxAnswer<EntityAnswer>) {
        if let entry = outbox.take(OutboxAnswered(key, answer)), case .saved(let answer, _) = answer {
            if let answer { entities.confirm(entry, with: answer) } else { entities.confirm(entry) }
        }
        outbox.show(in: &entities)
    }

    /// The same in the next run of the app.
    func restarted() throws -> Pins {
        var next = try JSONDecoder().decode(Pins.self, from: JSONEncoder().encode(self))
        next.outbox.show(in: &next.entities)
        return next
    }
}

private func answer(_ pin: Int, _ text: String) throws -> EntityAnswer {
    try EntityAnswer(#"{"id": \#(pin), "text": "\#(text)"}"#.utf8, as: .one("pin"), in: Pins.schema)
}

/// What the entries of an outbox do is shown in a table of entities, and follows from the entries.
final class EntityOutboxSpec: Spec {
    func testSpec() {
        @TestState var pins = Pins()

        beforeEach { try pins.tell(1, "-") }

        it("is shown at once, and stands as the server says when it is saved") {
            let key = pins.append("a", to: 1)
            pins.append("b", to: 1)
            expect(pins.text(1)) == "-ab"
            pins.send()
            expect(pins.entities.change(named: key.text)).notTo(beNil())
            pins.take(key, .saved(try answer(1, "+A")))
            expect(pins.entities.change(named: key.text)).to(beNil())
            expect(pins.text(1)) == "+Ab"
            expect(pins.entities.pendingChanges.count) == 1
        }

        it("stands as it was said where the answer tells nothing") {
            let key = pins.append("a", to: 1)
            pins.send()
            pins.take(key, .saved())
            expect(pins.text(1)) == "-a"
            expect(pins.entities.pendingChanges).to(beEmpty())
        }

        it("is folded where it stands") {
            pins.append("a", to: 1)
            pins.append("b", to: 1, isFolding: true)
            expect(pins.text(1)) == "-ab"
            expect(pins.entities.pendingChanges.count) == 1
        }

        it("is shown while it is refused, and taken back when it is given up") {
            let key = pins.append("a", to: 1)
            pins.append("b", to: 1)
            pins.send()
            pins.take(key, .refused("no"))
            expect(pins.text(1)) == "-ab"
            pins.outbox.discard(key)
            pins.show()
            expect(pins.text(1)) == "-b"
        }

        it("keeps its place under another key") {
            let key = pins.append("a", to: 1)
            pins.append("b", to: 1)
            pins.send()
            pins.take(key, .refused("no"))
            let other = pins.outbox.retry(key, as: Append(subject: EntityID("pin", 1), word: "c"))
            pins.show()
            expect(pins.text(1)) == "-cb"
            pins.send()
            pins.take(try XCTUnwrap(other), .saved())
            expect(pins.text(1)) == "-cb"
            expect(pins.entities.pendingChanges.count) == 1
        }

        it("is there again in the next run, and when what it needs is told") {
            pins.append("a", to: 1)
            pins.append("x", to: 2)
            pins.append("y", to: 2)
            var next = try pins.restarted()
            expect(next.texts) == ["-a", nil, nil]
            try next.tell(2, "+")
            expect(next.texts) == ["-a", "+xy", nil]
        }

        it("is the same in the next run, whatever happens") {
            runPrograms(100) { random in self.runProgram(&random) }
        }
    }

    private func runProgram(_ random: inout SeededGenerator) -> String? {
        var pins = Pins()
        for step in 0..<40 {
            let pin = Int.random(in: 1...3, using: &random)
            let word = String(UnicodeScalar(UInt8(97 + step % 26)))
            switch Int.random(in: 0..<10, using: &random) {
            case 0: try? pins.tell(pin, "\(word)-")
            case 1...4: pins.append(word, to: pin, isFolding: Bool.random(using: &random))
            case 5: pins.send()
            default:
                pins.send()
                guard let entry = pins.outbox.entries.randomElement(using: &random) else { break }
                if entry.problem != nil {
                    if Bool.random(using: &random) {
                        pins.outbox.retry(entry.key)
                    } else {
                        pins.outbox.discard(entry.key)
                    }
                    pins.show()
                } else {
                    let saved = try? answer(Int(entry.edit.subject.key) ?? 0, "\(word)+")
                    let answers: [OutboxAnswer<EntityAnswer>] = [.saved(), .saved(saved), .refused("no"), .later()]
                    pins.take(entry.key, answers.randomElement(using: &random) ?? .later())
                }
            }
            guard step % 8 == 7 else { continue }
            guard let next = try? pins.restarted() else { return "the state cannot be decoded" }
            if next.texts != pins.texts { return "\(pins.texts) became \(next.texts) after step \(step)" }
            if pins.entities.pendingChanges.count != pins.outbox.entries.count { return "a change is left over" }
        }
        return nil
    }
}
