// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
import Millrace
@_exported import MillraceHistory
import MillraceTerminal

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor final class Blocks {}

@MainActor var dispatcher: Dispatcher { some() }
@MainActor var application: TerminalApplication { some() }
@MainActor var cart: Store<Int> { some() }
@MainActor var size: TerminalSize { some() }
@MainActor var canvas: TerminalCanvas {
    get { some() }
    set {}
}
@MainActor var keys: TerminalKeyMap<Int> { some() }
@MainActor var list: TerminalPlainList { some() }
@MainActor var posts: LiveView<Post> { some() }
@MainActor var names: Observable<ListModel<ListRow>> { some() }
@MainActor var width: Observable<Int> { some() }
@MainActor var status: Observable<Status> { some() }
@MainActor var state: Int { some() }
@MainActor var script: Script { some() }
func runScreen() async throws(ProgramExit) {}
let patience = Duration.seconds(1)
@MainActor let options = ProgramOptions<Greeting>(
    of: "",
    version: "",
    usage: "",
    about: "",
    options: [],
    argument: { _, _ in }
)
let output = ProgramOutput(of: "greet")
func greet(_ greeting: Greeting) async throws(ProgramExit) -> Int32 { some() }
let greeting = Greeting()
func screen(of state: Int, size: TerminalSize) -> TerminalCanvas { some() }

struct Greeting: Sendable {
    var names: [String] = []
    var record = ""
}
struct Post: Identifiable, Equatable, Sendable { let id: Int, text: String }
struct Status { let isLoading = false }
struct Script { func run(_ line: String) async throws(ProgramExit) {} }
struct Entered: Action { let line: String }
