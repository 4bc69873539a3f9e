// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
import Millrace
import MillraceHistory

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor final class Blocks {}

@MainActor var dispatcher: Dispatcher { some() }
@MainActor var store: Store<Int> { some() }
@MainActor var cart: Store<Int> { some() }
@MainActor var customer: Store<String> { some() }
@MainActor var document: Store<Document> { some() }
@MainActor var page: Store<Page> { some() }
@MainActor var undo: UndoHistory { some() }
@MainActor var chat: Chat { some() }
@MainActor var output: Output { some() }
@MainActor var file: File { some() }
@MainActor var newFile: NewFile { some() }
@MainActor var url: URL { some() }

struct Account { var token: String }
struct Document: Equatable {}
struct Page: Equatable { var title: String }
struct InsertShape: Action {}
struct TypeText: Action { let shape: Int }
@MainActor final class Chat {
    let session: Store<Int> = some()
    let rooms: Store<Int> = some()
    let conversations: Store<Int> = some()
}
final class Output { func report(_ problem: String) {} }
final class File {
    func write(contentsOf data: Data) throws {}
}
final class NewFile { func write(_ data: Data) throws {} }
