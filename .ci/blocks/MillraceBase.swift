// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
import Millrace

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

typealias Returned = Effect

@MainActor final class Blocks {}

let services = Services()
struct Services: Sendable { let identifiers = Identifiers.random, random = RandomNumbers.system }
struct Message { let id: UUID }
struct Rolled: Action { let eyes: Int }
