@testable import AnnotationFilter
import Synchronization

/// A sheet service that knows a few sheets by their paths. Those below /nowhere cannot be read.
struct SheetServiceMock: SheetService {
    var sheets: [String: Sheet] = [:]

    func open(_ path: String) -> AsyncThrowingStream<SheetOpening, any Error> {
        AsyncThrowingStream { continuation in
            if let sheet = sheets[path] { continuation.yield(.opened(sheet)) }
            let isThere = !path.hasPrefix("/nowhere/")
            let problem = isThere ? SheetError.empty(file: path) : .unreadable(file: path, reason: "it is a mock")
            continuation.finish(throwing: sheets[path] == nil ? problem : nil)
        }
    }
}

/// A sheet service that opens files at the pace of a spec, and remembers what it was asked and who gave up.
final class SlowSheetServiceMock: SheetService {
    typealias Events = AsyncThrowingStream<SheetOpening, any Error>

    let asked = Mutex<[(path: String, events: Events.Continuation)]>([])
    let abandoned = Mutex<[String]>([])

    var paths: [String] { asked.withLock { $0.map(\.path) } }
    var abandonedPaths: [String] { abandoned.withLock { $0 } }

    func open(_ path: String) -> Events {
        let (stream, events) = Events.makeStream()
        events.onTermination = { [self] in
            if case .cancelled = $0 { abandoned.withLock { $0.append(path) } }
        }
        asked.withLock { $0.append((path, events)) }
        return stream
    }

    /// Something happens to the file that was asked for last.
    func happen(_ event: SheetOpening) { asked.withLock { _ = $0.last?.events.yield(event) } }

    /// The file that was asked for last is read, or cannot be.
    func end(throwing error: SheetError? = nil) { asked.withLock { $0.last?.events.finish(throwing: error) } }
}
