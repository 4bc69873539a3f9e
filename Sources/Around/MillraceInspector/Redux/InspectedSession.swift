import Foundation
import MillraceBase
import MillraceJSON

/// A recording for inspection, read for an export: its last actions, and the states before and after each of them.
struct InspectedSession {
    /// Why nothing can be exported.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// An action, and its changes.
    struct Turn {
        let number: Int
        /// Microseconds since the beginning.
        let time: Int
        let type: String
        let content: JSONTree?
        /// Who asked for it, as far as that has a name.
        let origin: [String]
        /// The patches, by the names of the stores.
        let changes: [(store: String, patch: [InspectedOperation])]
    }

    /// The states, by the names of the stores, in their order.
    typealias States = [(store: String, state: InspectedValue)]

    /// When the session began.
    let began: Date
    /// The states before the first of the actions.
    let states: States
    let turns: [Turn]
    /// The fault of the file, if there is one; the turns before it are here.
    let trouble: String?

    /// Reads a recording. Lines after one that is damaged or cut are not read.
    init(_ file: Data, keepingLast count: Int) throws {
        var states: States = []
        var turns: [Turn] = []
        var began: Date?
        var trouble: String?
        var chain = RecordedChain()
        var reader = Lines()
        var number = 0
        for line in file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if line.isEmpty, line.endIndex == file.endIndex { break }
            guard chain.advance(over: line), let tree = try? JSONTree(line) else {
                trouble = "line \(number) is damaged or cut; what stands before it is exported"
                break
            }
            if began == nil {
                (began, states) = try Self.header(tree)
            } else if let turn = try reader.turn(tree, line: number) {
                turns.append(turn)
                // The older half goes at once, so that each is moved once at most.
                if turns.count > 2 * count { try Self.apply(&turns, downTo: count, &states) }
            }
        }
        guard let began else { throw Problem(description: trouble ?? "the file is empty") }
        try Self.apply(&turns, downTo: count, &states)
        (self.began, self.states, self.turns, self.trouble) = (began, states, turns, trouble)
    }

    private static func apply(_ turns: inout [Turn], downTo count: Int, _ states: inout States) throws {
        for turn in turns.dropLast(count) { try turn.apply(to: &states) }
        turns = turns.suffix(count)
    }

    private static func header(_ tree: JSONTree) throws -> (Date, States) {
        guard tree["inspection"]?.integer == 2, let pairs = tree["states"]?.pairs else {
            throw Problem(description: "the first line is no header of this version")
        }
        var states: States = []
        for (store, tree) in pairs {
            guard let state = InspectedValue(tree) else {
                throw Problem(description: "the state of \(store) has an unknown form")
            }
            states.append((store, state))
        }
        let began = tree["began"]?.text.flatMap { try? Date($0, strategy: .iso8601) }
        return (began ?? Date(timeIntervalSince1970: 0), states)
    }

    /// The state of the lines so far: the names of their numbers, and the time of the last one.
    private struct Lines {
        private var names: [String] = []
        private var time = 0
        private var count = 0

        /// Returns the action of a line; nil for a line of another kind.
        mutating func turn(_ tree: JSONTree, line: Int) throws -> Turn? {
            let unknown = Problem(description: "line \(line) has an unknown form")
            names += (tree["names"]?.elements ?? []).map { $0.text ?? "" }
            time += tree["t"]?.integer ?? 0
            guard let numbers = tree["a"]?.elements else { return nil }
            guard numbers.count >= 3, let passed = numbers[0].integer, let type = name(numbers[1]) else {
                throw unknown
            }
            time += passed
            count += 1
            let patches = tree["p"]?.elements ?? []
            guard patches.count.isMultiple(of: 2) else { throw unknown }
            var changes: [(String, [InspectedOperation])] = []
            for index in stride(from: 0, to: patches.count, by: 2) {
                guard let store = name(patches[index]), let patch = patches[index + 1].elements else { throw unknown }
                let operations = patch.compactMap { InspectedOperation($0) }
                guard operations.count == patch.count else { throw unknown }
                changes.append((store, operations))
            }
            return Turn(
                number: count,
                time: time,
                type: type,
                content: tree["c"],
                origin: [name(numbers[2]), tree["o"]?["inlet"]?.text, tree["o"]?["member"]?.text].compactMap(\.self),
                changes: changes
            )
        }

        private func name(_ number: JSONTree) -> String? {
            number.integer.flatMap { names.indices.contains($0) ? names[$0] : nil }
        }
    }
}

extension InspectedSession.Turn {
    /// Changes the states as this turn has.
    func apply(to states: inout InspectedSession.States) throws {
        for (store, patch) in changes {
            let index = states.firstIndex { $0.store == store } ?? states.endIndex
            if index == states.endIndex { states.append((store, .plain(.null))) }
            do throws(PatchMismatch) {
                for operation in patch { try states[index].state.apply(operation) }
            } catch {
                throw InspectedSession.Problem(
                    description: "action \(number): its change of \(store) does not fit the state"
                )
            }
        }
    }
}
