// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
import MillraceSimulation
@_exported import MillraceStorage

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor final class Blocks {}

let folder = URL(fileURLWithPath: "")
let file = URL(fileURLWithPath: "")
let change = Data()
