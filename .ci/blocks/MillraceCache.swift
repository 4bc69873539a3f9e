// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
import MillraceCache

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

let caches = URL(fileURLWithPath: "")
let url = URL(fileURLWithPath: "")
let data = Data()
let pictures = Cache<URL, Picture>(costLimit: 1, cost: \.byteCount)
@Sendable func download(_ url: URL) async throws -> Picture { some() }

@MainActor final class Blocks {}

struct Picture: Sendable {
    let byteCount = 0
    init(pngData: Data) throws {}
    func pngData() throws -> Data { some() }
}
