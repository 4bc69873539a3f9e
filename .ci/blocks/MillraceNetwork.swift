// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
import Millrace
import MillraceNetwork
import MillraceSecrets

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor final class Blocks {
    func show(_ text: some Any) {}
}

let address = URL(fileURLWithPath: "")
let stored = Secret("")
let refreshToken = Secret("")
let client: Client = some()
let id = 7
let title = ""
let photo = URL(fileURLWithPath: "")
let password = Secret("")
let answers = FunctionTransport { _ in Response(json: "") }
@MainActor var settings: Settings {
    get { some() }
    set {}
}
func sign(_ body: Data?) -> Secret { some() }

struct Settings { var headers: [HTTPHeader] }
struct RenewLogin: Request {
    init(_ token: Secret) {}
    struct Answer: Decodable, Sendable { var token: Secret { some() } }
    var path: String { "" }
}
struct CurrentWeather: Request {
    struct Answer: Decodable, Sendable { let name: String }
    let city: String
    var path: String { "" }
}
struct News: Request {
    struct Answer: Decodable, Sendable {}
    var path: String { "" }
}
typealias Log = News
typealias Updates = News
struct Download: Request {
    init(_ id: Int) {}
    struct Answer: Decodable, Sendable {}
    var path: String { "" }
}
struct Answer { let posts: [Int], older: HTTPLink? }
