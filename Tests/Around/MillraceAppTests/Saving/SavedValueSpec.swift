import Foundation
import MillraceApp
import MillraceBase
import MillraceSignals
import MillraceSpecs
import TestSupport

private struct Preferences: Codable, Equatable, Sendable {
    var name = ""
    var sizes: [Int] = []
}

private struct Full: Error {}

/// A place that counts what is written, and can be full.
private final class Disk: Sendable {
    private let state = Locked<(bytes: Data?, writes: [String], isFull: Bool)>((nil, [], false))

    var writes: [String] { state.withLock { $0.writes } }
    func fill(_ isFull: Bool = true) { state.withLock { $0.isFull = isFull } }

    var place: SavedPlace {
        SavedPlace {
            self.state.withLock { $0.bytes }
        } write: { data in
            let isWritten = self.state.withLock { state in
                if state.isFull { return false }
                state.bytes = data
                state.writes.append(String(decoding: data, as: UTF8.self))
                return true
            }
            if !isWritten { throw Full() }
        }
    }
}

final class SavedValueSpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()
        @TestState var disk = Disk()

        func make(_ initial: Int = 0) throws -> SavedValue<Int> {
            try SavedValue(initial, in: disk.place, on: scheduler)
        }

        describe("a saved value") {
            it("begins with what was saved, or else with what it is given") {
                let first = try make(7)
                expect(first.state.value) == 7
                first.set(8)
                scheduler.run()
                expect(try make(7).state.value) == 8
            }

            it("is an observable that changes in the turn in which it is set, and not when the same is set") {
                let value = try make()
                let seen = Recording(of: value.state)
                value.set(1)
                value.set(1)
                value.set(2)
                expect(seen.values) == [0, 1, 2]
                expect(disk.writes).to(beEmpty())
            }

            it("is saved when the turn is over, and then at most once in a while, with the last value") {
                let value = try make()
                value.set(1)
                value.set(2)
                scheduler.advance()
                expect(disk.writes) == ["2"]
                for number in 3...9 {
                    value.set(number)
                    scheduler.advance(by: .milliseconds(100))
                }
                expect(disk.writes) == ["2"]
                scheduler.advance(by: .milliseconds(300))
                expect(disk.writes) == ["2", "9"]
                scheduler.run()
                expect(disk.writes) == ["2", "9"]
                value.set(10)
                scheduler.advance()
                expect(disk.writes.last) == "10"
            }

            it("is not saved when it is only read") {
                _ = try make()
                scheduler.run()
                expect(disk.writes).to(beEmpty())
            }

            it("is saved though it is released") {
                try make().set(5)
                scheduler.run()
                expect(disk.writes) == ["5"]
            }

            it("goes when nothing is left to save") {
                weak var held: SavedValue<Int>?
                do {
                    let value = try make()
                    held = value
                    value.set(5)
                }
                expect(held == nil) == false
                scheduler.run()
                expect(held == nil) == true
            }

            it("may be any value that is Codable") {
                let place = SavedPlace.memory()
                let value = try SavedValue(Preferences(), in: place, on: scheduler)
                value.set(Preferences(name: "é/", sizes: [1, 2]))
                scheduler.run()
                expect(try SavedValue(Preferences(), in: place, on: scheduler).state.value) == value.state.value
                expect(try SavedValue(Preferences(), in: .memory(), on: scheduler).state.value) == Preferences()
            }
        }

        describe("a failure") {
            it("to read is thrown, and what is there stays") {
                let place = SavedPlace.memory()
                try SavedValue("text", in: place, on: scheduler).set("other")
                scheduler.run()
                expect(try SavedValue(1, in: place, on: scheduler)).to(throwError(DecodingError.self))
                expect(try SavedValue("text", in: place, on: scheduler).state.value) == "other"
                let broken = SavedPlace(read: { throw Full() }, write: { _ in })
                expect(try SavedValue(1, in: broken, on: scheduler)).to(throwError(Full.self))
            }

            it("to write is told, and the next change tries again") {
                let value = try make()
                disk.fill()
                value.set(1)
                scheduler.run()
                expect(value.failure.value is Full) == true
                expect(value.state.value) == 1
                disk.fill(false)
                value.set(2)
                scheduler.run()
                expect(value.failure.value == nil) == true
                expect(disk.writes) == ["2"]
            }
        }

        describe("saving now") {
            it("writes what is not saved, once") {
                let value = try make()
                try value.saveNow()
                expect(disk.writes).to(beEmpty())
                value.set(1)
                try value.saveNow()
                expect(disk.writes) == ["1"]
                try value.saveNow()
                scheduler.advance(by: .milliseconds(10))
                value.set(2)
                try value.saveNow()
                expect(disk.writes.last) == "2"
                scheduler.run()
                expect(disk.writes.last) == "2"
            }

            it("throws why it cannot be saved, and tries again") {
                let value = try make()
                disk.fill()
                value.set(1)
                expect(try value.saveNow()).to(throwError(Full.self))
                scheduler.run()
                disk.fill(false)
                try value.saveNow()
                expect(disk.writes) == ["1"]
                expect(value.failure.value == nil) == true
            }
        }

        describe("a file") {
            it("is made with its folder, for its owner only, and read by the next run") {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
                defer { try? FileManager.default.removeItem(at: folder) }
                let file = folder.appendingPathComponent("settings/size.json")
                let value = try SavedValue(1, in: .file(file), on: scheduler)
                value.set(2)
                scheduler.run()
                expect(value.failure.value == nil) == true
                expect(try String(contentsOf: file, encoding: .utf8)) == "2"
                let facts = try FileManager.default.attributesOfItem(atPath: file.path)
                expect(facts[.posixPermissions] as? Int) == 0o600
                expect(try SavedValue(1, in: .file(file), on: scheduler).state.value) == 2
                try Data("?".utf8).write(to: file)
                expect(try SavedValue(1, in: .file(file), on: scheduler)).to(throwError(DecodingError.self))
            }
        }

        describe("random settings, failures and restarts") {
            it("leave what was saved last, or set last where nothing has failed since") {
                for seed in 0..<100 as Range<UInt64> {
                    var generator = SeededGenerator(seed: seed)
                    let (scheduler, disk) = (TestScheduler(), Disk())
                    func start() throws -> SavedValue<Int> { try SavedValue(0, in: disk.place, on: scheduler) }
                    var value = try start()
                    var isFull = false
                    for number in 1...60 {
                        switch Int.random(in: 0..<6, using: &generator) {
                        case 0...2: value.set(number)
                        case 3: scheduler.advance(by: .milliseconds(Int.random(in: 0...1_500, using: &generator)))
                        case 4:
                            isFull.toggle()
                            disk.fill(isFull)
                        default:
                            // A restart, after what a program does at its end.
                            let last = value.state.value
                            let isSaved = (try? value.saveNow()) != nil
                            scheduler.run()
                            let written = disk.writes.last.flatMap { Int($0) } ?? 0
                            if isSaved { expect(written) == last }
                            value = try start()
                            expect(value.state.value) == written
                        }
                    }
                }
            }
        }
    }
}
