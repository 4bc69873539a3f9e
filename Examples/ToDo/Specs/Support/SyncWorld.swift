import CalDAV
import Foundation
import Millrace
import MillraceSpecs
import SampleCalendarServer
import MillraceSimulation

@testable import ToDoList

/// Two devices and a server, to which anything may happen; and what must be true in the end.
final class SyncWorld {
    let stage: SyncStage
    var random: SeededGenerator
    private var count = 0
    /// What was done to items, as far as it is sure to be on a disk.
    private var added: Set<String> = [], deleted: Set<String> = [], unsure: Set<String> = []
    /// Who has edited a field, and what it was at last.
    private var edits: [Place: (authors: Set<String>, last: ItemEdit)] = [:]
    /// Items of which another program has said something, and what.
    private var marks: [String: String] = [:]

    private struct Place: Hashable {
        let id: String
        let field: ItemField
    }

    init(_ random: SeededGenerator) {
        self.random = random
        stage = SyncStage(seed: self.random.next())
        if chance(0.3) {
            stage.server.change { server in
                (server.tellsTexts, server.tellsVersions, server.pageSize) = (false, false, 2)
            }
        }
        let losses: Double = [0, 0.1, 0.3].randomElement(using: &self.random) ?? 0
        for device in stage.devices { device.network.losses = losses }
    }

    private func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &random) < part }

    /// Does anything.
    func step() {
        let device = chance(0.5) ? stage.phone : stage.laptop
        let id = device.items.randomElement(using: &random)?.id
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<3: perform(on: device, newID()) { device.add($0) }
        case 3..<9: if let id { edit(id, on: device) }
        case 9: if let id { perform(on: device, id, isDeletion: true) { device.delete($0) } }
        case 10: undo(on: device)
        case 11: device.network.isUp.toggle()
        case 12: device.restart(losing: PowerLoss.allCases.randomElement(using: &random))
        case 13: device.disk.behaviour = .init(callsLeft: Int.random(in: 0...12, using: &random))
        case 14: if chance(0.3) { stage.server.change { $0.forgetHistory() } }
        case 15: mark()
        case 16: decide(on: device)
        default: break
        }
        let longest = chance(0.2) ? 90_000 : 40
        stage.wall.advance(by: .milliseconds(Int.random(in: 0...longest, using: &random)))
        for device in stage.devices where device.disk.isStopped { device.restart() }
    }

    private func newID() -> String {
        count += 1
        return "item \(count)"
    }

    /// Does something, of which nothing is sure where the device crashes meanwhile.
    private func perform(on device: SyncDevice, _ id: String, isDeletion: Bool = false, _ body: (String) -> Void) {
        guard !device.disk.isStopped else { return }
        body(id)
        if device.disk.isStopped {
            unsure.insert(id)
        } else if isDeletion {
            deleted.insert(id)
        } else {
            added.insert(id)
        }
    }

    private func edit(_ id: String, on device: SyncDevice) {
        count += 1
        let edit: ItemEdit =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: .title("\(id), \(count)")
            case 1: .notes("\(count)\n;")
            case 2: .due(chance(0.5) ? .on("2026-12-0\(1 + count % 9)") : .moment(stage.wall.date))
            default: .finished(chance(0.5) ? stage.wall.date : nil)
            }
        perform(on: device, id) { device.edit($0, edit) }
        let place = Place(id: id, field: edit.field)
        edits[place] = ((edits[place]?.authors ?? []).union([device.name]), edit)
    }

    /// What undo does to which item is not followed: only that all are equal then.
    private func undo(on device: SyncDevice) {
        let before = device.items
        if chance(0.7) { device.list.undo.undo() } else { device.list.undo.redo() }
        let changed = Set(device.items).symmetricDifference(before)
        unsure.formUnion(changed.map(\.id))
    }

    /// Another program says something of an item that this one does not know.
    private func mark() {
        count += 1
        let mark = "\(count)"
        guard let id = stage.stored.keys.sorted().randomElement(using: &random) else { return }
        stage.change(id) { try! $0.setText("X-MARK", mark) }
        marks[id] = mark
    }

    private func decide(on device: SyncDevice) {
        guard let conflict = device.state.conflicts.first else { return }
        device.list.perform(DecideConflict(id: conflict.id, keeping: chance(0.5) ? .mine : .theirs))
        unsure.insert(conflict.id)
    }

    /// Lets all come to rest. Returns what is wrong then; nil if nothing is.
    func finish() -> String? {
        stage.server.change { $0.losesAnswerAfter = nil }
        for device in stage.devices {
            device.disk.behaviour = .init()
            (device.network.isUp, device.network.losses) = (true, 0)
            if device.disk.isStopped { device.restart() }
        }
        for _ in 0..<50 {
            stage.settle()
            if stage.devices.allSatisfy({ $0.status == "synced" }) { break }
            stage.devices.forEach(decide)
        }
        return problem
    }

    /// Whether both say the same to a calendar, which has whole seconds.
    private func isSame(_ one: ToDoItem, _ other: ToDoItem) -> Bool {
        one.id == other.id && ItemField.allCases.allSatisfy { one[$0].isSame(as: other[$0]) }
    }

    private var problem: String? {
        let (phone, laptop) = (stage.phone, stage.laptop)
        for device in stage.devices where device.status != "synced" { return "\(device.name): \(device.status)" }
        if !phone.items.elementsEqual(laptop.items, by: isSame) {
            return "the phone has \(phone.items), the laptop \(laptop.items)"
        }
        let stored = stage.stored
        if Set(stored.keys) != Set(phone.items.map(\.id)) {
            return "the server has \(stored.keys), not \(phone.titles)"
        }
        for item in phone.items {
            guard let toDo = stored[item.id] else { continue }
            if !item.agrees(with: ToDoItem(toDo, in: stage.wall.zone)) { return "the server has another \(item.id)" }
            if let mark = marks[item.id], !deleted.contains(item.id), !unsure.contains(item.id),
                toDo.text("X-MARK") != mark
            {
                return "\(item.id) has lost what another program said of it"
            }
        }
        let there = Dictionary(phone.items.map { ($0.id, $0) }) { $1 }
        if let lost = added.subtracting(deleted).subtracting(unsure).first(where: { there[$0] == nil }) {
            return "\(lost) is lost"
        }
        // What only one device has edited is as that has left it.
        for (place, edit) in edits where edit.authors.count == 1 && !unsure.contains(place.id) {
            if let item = there[place.id], !deleted.contains(place.id), !item[place.field].isSame(as: edit.last) {
                return "\(place.id) has \(item[place.field]), not \(edit.last)"
            }
        }
        return nil
    }
}
