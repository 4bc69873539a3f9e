import Foundation
import Millrace
import MillraceEntities
import MillraceOffline
import MillraceSpecs
import MillraceTesting
import Synchronization
import TestSupport

@testable import MillraceJournal

/// What is read is what was written, bit for bit, whatever the values are.
final class JournalValuesSpec: Spec {
    private struct Row: Identifiable, Codable, Equatable {
        var id: Int
        var value: Odd
    }

    private struct Set: Action { let value: Odd }
    private struct SetText: Action { let text: String }
    private struct SetName: Action { let name: String }

    private struct State: Equatable {
        var value = Odd.null
        var rows: Table<Row> = []
        var text = ""
        var entities = EntityTable(schema: EntitySchema(EntityType("note")))
    }

    private final class App {
        let dispatcher = Dispatcher(on: TestScheduler())
        let journal: Journal
        let store: Store<State>

        init(on device: Device) {
            journal = device.open(on: dispatcher, smallSize: 2_000)
            store = Store(State(), on: dispatcher, name: "odd") { store in
                store.on(Set.self) { state, action in
                    state.value = action.value
                    state.rows.updateOrAppend(Row(id: state.rows.count % 3, value: action.value))
                }
                store.on(SetText.self) { state, action in
                    state.text = action.text
                    state.rows.updateOrAppend(Row(id: 0, value: .text(action.text)))
                    _ = try? state.entities.merge(encoding: ["id": "a", "text": action.text], as: .one("note"))
                }
                store.on(SetName.self) { state, action in
                    _ = try? state.entities.merge(encoding: Named(id: "a", names: [action.name: 1]), as: .one("note"))
                }
            }
            try? journal.keep(store) {
                $0.value(\.value, as: "value")
                $0.table(\.rows, as: "rows")
                $0.value(\.text, as: "text")
                $0.entities(\.entities, as: "entities")
            }
        }
    }

    private struct Named: Codable { var id: String, names: [String: Int] }

    func testSpec() {
        it("is encoded once where it is another one, and where an equal one is in its place") {
            struct SetNote: Action { let note: Counted }
            let device = Device()
            defer { device.erase() }
            let dispatcher = Dispatcher(on: TestScheduler())
            let journal = device.open(on: dispatcher)
            let store = Store(Counted(text: ""), on: dispatcher, name: "note") { store in
                store.on(SetNote.self) { $0 = $1.note }
            }
            try journal.keep(store) { $0.value(\.self, as: "note") }
            func set(_ text: String) -> Int {
                let former = Counted.encodings.withLock(\.self)
                dispatcher.dispatch(SetNote(note: Counted(text: text)))
                return Counted.encodings.withLock(\.self) - former
            }
            expect(set("a text that is not within its bits")) == 1
            let written = journal.writtenTurn
            // A copy, which a compiler does not make one with the other.
            expect(set(String("a text that is not within its bits".map(\.self)))) == 1
            expect(journal.writtenTurn) == written
            expect(set("another text that is not within its bits")) == 1
            expect(journal.writtenTurn) == written + 1
        }

        it("is the same value, of any type, also beside texts that look like numbers") {
            runPrograms(300) { random in
                let value = Odd.random(&random, depth: 3)
                do {
                    let data = try JournalCoding.encode(value)
                    let read = try JournalCoding.decode(Odd.self, from: data)
                    return read.isExactly(value) ? nil : "\(value) comes back as \(read)"
                } catch {
                    return "\(value): \(error)"
                }
            }
        }

        it("is one of many in their order, or the first of them that is none") {
            var pieces = (0..<10_000).map { Data("\($0)".utf8) }
            expect(try JournalCoding.decode([Natural].self, from: pieces).map(\.number)) == Array(0..<10_000)
            for place in [9_999, 7_000, 5_000] { pieces[place] = Data("-\(place)".utf8) }
            expect { try JournalCoding.decode([Natural].self, from: pieces) }.to(
                throwError(Natural.Negative(number: -5_000))
            )
            expect(try JournalCoding.decode([Natural].self, from: [])).to(beEmpty())
        }

        it("is the same where texts stand beside numbers that JSON does not have") {
            for text in Odd.texts {
                let value = Odd.array([
                    .text(text), .double(.nan), .loose(.text(text)), .lax(.number(-.infinity)), .lax(.text(text)),
                    .object([text: .float(.infinity)]), .optional(text), .loose(.number(.nan)),
                ])
                let read = try JournalCoding.decode(Odd.self, from: try JournalCoding.encode(value))
                expect(read.isExactly(value)).to(beTrue())
            }
        }

        it("is the same after a restart, as a value, in a row, and with what was equal before") {
            runPrograms(25) { random in
                let device = Device()
                defer { device.erase() }
                var value = Odd.null
                for _ in 0..<3 {
                    let app = App(on: device)
                    if !app.store.state.value.value.isExactly(value) {
                        return "\(value) comes back as \(app.store.state.value.value)"
                    }
                    let rows = app.store.state.value.rows
                    if let last = rows.last, last.id == rows.count - 1, rows.count < 3, !last.value.isExactly(value) {
                        return "\(value) comes back as \(last)"
                    }
                    for _ in 0..<Int.random(in: 1...2, using: &random) {
                        value = .random(&random, depth: 2)
                        app.dispatcher.dispatch(Set(value: value))
                    }
                    if let failure = app.journal.progress.value.failure { return "\(failure)" }
                }
                return nil
            }
        }

        it("writes a text of which only the Unicode form is another") {
            let device = Device()
            defer { device.erase() }
            let texts = ["un caf\u{E9} long et bien serr\u{E9}", "un cafe\u{301} long et bien serre\u{301}"]
            for (former, text) in [(texts[0], texts[1]), (texts[1], texts[0])] {
                var app: App? = App(on: device)
                app?.dispatcher.dispatch(SetText(text: former))
                app?.dispatcher.dispatch(SetText(text: text))
                app = nil
                app = App(on: device)
                let state = app?.store.state.value
                let note = try state?.entities.read([String: String].self, EntityID("note", "a"))
                for read in [state?.text, state?.rows[id: 0]?.value.text, note?["text"]] {
                    expect(read.map { Array($0.utf8) }).to(equal(Array(text.utf8)))
                }
            }
        }

        it("writes a name within an object of which only the Unicode form is another") {
            let device = Device()
            defer { device.erase() }
            var app: App? = App(on: device)
            app?.dispatcher.dispatch(SetName(name: "\u{E9}"))
            app?.dispatcher.dispatch(SetName(name: "e\u{301}"))
            app = nil
            app = App(on: device)
            let named = try app?.store.state.value.entities.read(Named.self, EntityID("note", "a"))
            expect(named?.names.keys.first.map { Array($0.utf8) }).to(equal(Array("e\u{301}".utf8)))
        }

        it("writes nothing where an equal value has taken the place of another") {
            let device = Device()
            defer { device.erase() }
            let app = App(on: device)
            let text = "a text that is too long to be within a string"
            for _ in 0..<3 { app.dispatcher.dispatch(Set(value: .array([.text(String(Array(text)))]))) }
            // A tail that is begun meanwhile repeats the records that a snapshot does not have yet.
            let records = device.tails.map { tail in
                String(decoding: (try? Data(contentsOf: tail)) ?? Data(), as: UTF8.self)
                    .matches(of: #/odd.{1,8}?value/#.dotMatchesNewlines()).count
            }
            expect(records).to(allPass(beLessThan(3)))
            expect(records.max()) == 2
        }
    }
}

/// A value of any type, of which the texts and the numbers are told apart by trying the one and then the other.
private enum Odd: Codable, Equatable {
    case null
    case bool(Bool)
    case text(String)
    case double(Double)
    case float(Float)
    case int(Int)
    case unsigned(UInt64)
    case decimal(Decimal)
    case date(Date)
    case data(Data)
    case array([Odd])
    case object([String: Odd])

    /// What is a number or a text, as a user writes it: the number first, or the text.
    case loose(Loose<IsNumberFirst>)
    case lax(Loose<IsTextFirst>)

    /// Of any type, and nothing says which.
    case optional(String?)

    struct IsNumberFirst: Order { static var isNumberFirst: Bool { true } }
    struct IsTextFirst: Order { static var isNumberFirst: Bool { false } }

    enum Loose<First: Order>: Codable, Equatable {
        case number(Double), text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let number = try? container.decode(Double.self), text = try? container.decode(String.self)
            if First.isNumberFirst, let number {
                self = .number(number)
            } else if let text {
                self = .text(text)
            } else {
                self = .number(try container.decode(Double.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            }
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// Whether all bits are the same; of what is no number only that it is none.
    func isExactly(_ other: Odd) -> Bool {
        func same(_ one: Double, _ other: Double) -> Bool {
            one.bitPattern == other.bitPattern || one.isNaN && other.isNaN
        }
        func same(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
        switch (self, other) {
        case (.text(let one), .text(let other)): return same(one, other)
        case (.double(let one), .double(let other)): return same(one, other)
        case (.float(let one), .float(let other)): return same(Double(one), Double(other))
        case (.date(let one), .date(let other)): return same(one.timeIntervalSince1970, other.timeIntervalSince1970)
        case (.loose(.number(let one)), .loose(.number(let other))): return same(one, other)
        case (.loose(.text(let one)), .loose(.text(let other))): return same(one, other)
        case (.lax(.number(let one)), .lax(.number(let other))): return same(one, other)
        case (.lax(.text(let one)), .lax(.text(let other))): return same(one, other)
        case (.array(let one), .array(let other)):
            return one.count == other.count && zip(one, other).allSatisfy { $0.isExactly($1) }
        case (.object(let one), .object(let other)):
            return one.count == other.count
                && one.allSatisfy { name, value in
                    guard let index = other.index(forKey: name) else { return false }
                    return same(other[index].key, name) && other[index].value.isExactly(value)
                }
        default: return self == other
        }
    }

    static let texts = [
        "NaN", "Infinity", "-Infinity", "nan", "inf", "#NaN", "##NaN", "#Infinity", "#", "", "\u{0}", "\u{E9}",
        "e\u{301}",
        "\u{1F469}\u{200D}\u{1F4BB}", "\u{301}", "1", "null", "$null", "\"\\/", "\u{2028}", "\u{10FFFF}", " NaN",
    ]
    private static let doubles = [
        0, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
        .pi, 1e22,
        9_007_199_254_740_992, -9.3e18, 0.1, 1.0.nextUp,
    ]

    static func random(_ random: inout SeededGenerator, depth: Int) -> Odd {
        func number() -> Double { doubles.randomElement(using: &random)! }
        func text() -> String { texts.randomElement(using: &random)! }
        switch Int.random(in: 0..<(depth > 0 ? 16 : 13), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .text(text())
        case 3: return .double(number())
        case 4:
            return .float(
                [0, -0.0, .infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude].randomElement(
                    using: &random
                )!
            )
        case 5: return .int([.min, .max, 0, -1].randomElement(using: &random)!)
        case 6: return .unsigned([.max, .max / 2 + 1].randomElement(using: &random)!)
        case 7: return .decimal(Decimal(string: "1234567890.12345678901234567890")!)
        case 8: return .date(Date(timeIntervalSince1970: [0, 0.1, -1e10, 1e10].randomElement(using: &random)!))
        case 9: return .data(Data(text().utf8))
        case 10: return .loose(Bool.random(using: &random) ? .number(number()) : .text(text()))
        case 11: return .lax(Bool.random(using: &random) ? .number(number()) : .text(text()))
        case 12: return .optional(Bool.random(using: &random) ? text() : nil)
        case 13: return .object([text(): self.random(&random, depth: depth - 1), "other": .double(number())])
        default:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in self.random(&random, depth: depth - 1) }
            )
        }
    }
}

private protocol Order: Equatable {
    static var isNumberFirst: Bool { get }
}

/// A number that is not negative.
private struct Natural: Decodable {
    struct Negative: Error, Equatable { let number: Int }

    let number: Int

    init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
        if number < 0 { throw Negative(number: number) }
    }
}

/// A value that counts how often values of its type are encoded.
private struct Counted: Codable, Equatable {
    static let encodings = Mutex(0)
    var text: String

    init(text: String) { self.text = text }

    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws {
        Self.encodings.withLock { $0 += 1 }
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
