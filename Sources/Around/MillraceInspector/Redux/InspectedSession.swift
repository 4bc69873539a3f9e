import Foundation
import MillraceJSON

/// A recording for inspection, read for an export: its last actions, and the states before and after each of them.
struct InspectedSession {
    /// Why nothing can be exported.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// An action, and what it changed.
    struct Turn {
        let action: JSONTree
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
    /// What is wrong with the file, if anything is; what stands before is here.
    let trouble: String?

    /// Reads a recording. What follows a line that is damaged or cut is not read.
    init(_ file: Data, keepingLast count: Int) throws {
        var states: States = []
        var turns: [Turn] = []
        var began: Date?
        var trouble: String?
        var sum = LineChecksum()
        var number = 0
        for line in file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if line.isEmpty, line.endIndex == file.endIndex { break }
            guard sum.advance(over: line), let tree = try? JSONTree(line) else {
                trouble = "line \(number) is damaged or cut; what stands before it is exported"
                break
            }
            if began == nil {
                (began, states) = try Self.header(tree)
            } else if tree["i"] != nil, tree["e"] == nil {
                turns.append(try Self.turn(tree, number))
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
        guard tree["inspection"]?.integer == 1, let pairs = tree["states"]?.pairs else {
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

    private static func turn(_ tree: JSONTree, _ line: Int) throws -> Turn {
        var changes: [(String, [InspectedOperation])] = []
        for (store, patch) in (tree["changes"] ?? .array([])).pairs ?? [] {
            var operations: [InspectedOperation] = []
            for operation in patch.elements ?? [] {
                guard let operation = InspectedOperation(operation) else {
                    throw Problem(description: "line \(line) has an unknown form")
                }
                operations.append(operation)
            }
            changes.append((store, operations))
        }
        return Turn(action: tree, changes: changes)
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
                    description: "action \(action["i"]?.integer ?? 0): its change of \(store) does not fit the state"
                )
            }
        }
    }
}

/// The chain of checksums in a recording's lines, FNV-1a of 64 bits: each covers its line and starts with the one before.
struct LineChecksum {
    private static let head = Array("{\"sum\":\"".utf8)
    private var sum: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Returns whether a line is the next one.
    mutating func advance(over line: Data) -> Bool {
        let digits = line.dropFirst(Self.head.count).prefix(16), content = line.dropFirst(Self.head.count + 18)
        guard line.starts(with: Self.head), !content.isEmpty, digits.count == 16,
            let told = UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return false }
        let found = content.withUnsafeBytes { $0.reduce(sum) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
        guard found == told else { return false }
        sum = found
        return true
    }
}
