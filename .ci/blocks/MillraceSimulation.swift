// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
@_exported import MillraceJournal
@_exported import MillraceNetwork
import MillraceSimulation
@_exported import MillraceStorage
@_exported import MillraceTesting

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor final class Blocks {}

@MainActor var world: World { some() }
let server = PostServer()
let address = URL(fileURLWithPath: "")
let folder = URL(fileURLWithPath: "")
let file = URL(fileURLWithPath: "")
let change = Data()

struct PostServer: Sendable {
    let answer: @Sendable (HTTPRequest) async throws -> Response = { _ in Response() }
}
