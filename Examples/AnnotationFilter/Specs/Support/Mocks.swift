import AnnotationFilter
import Synchronization

/// A filter service that gives what it was told to, and remembers what it was asked.
final class FilterServiceMock: FilterService {
    let asked = Mutex<[(query: FilterQuery, file: String)]>([])
    private let result: FilterResult

    init(_ result: FilterResult) {
        self.result = result
    }

    var queries: [FilterQuery] { asked.withLock { $0.map(\.query) } }
    var files: [String] { asked.withLock { $0.map(\.file) } }

    func apply(_ query: FilterQuery, to sheet: Sheet) -> FilterResult {
        asked.withLock { $0.append((query, sheet.file)) }
        return result
    }
}

/// A sheet service that knows a few sheets by their paths.
struct SheetServiceMock: SheetService {
    var sheets: [String: Sheet] = [:]

    func sheet(at path: String) throws(SheetError) -> Sheet {
        guard let sheet = sheets[path] else { throw .empty(file: path) }
        return sheet
    }
}
