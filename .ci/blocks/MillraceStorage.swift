// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
@_exported import MillraceSimulation
import MillraceStorage

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor final class Blocks {}

let folder = URL(fileURLWithPath: "")
let file = URL(fileURLWithPath: "")
let path = ""
let data = Data()
let change = Data()
let pieces = [Data()]
@MainActor var state: State { some() }
enum Problem: Error { case inUse }
final class State {
    func load(_ piece: Data) throws {}
    func apply(_ change: Data) throws {}
}
