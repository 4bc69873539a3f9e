import Dispatch
import Foundation

/// Whether the calling code runs where the main actor does: on the main thread or, if a program has given its main
/// thread up to wait, as asynchronous ones do on Linux, on the thread that serves the main queue.
package var isOnMain: Bool { withThread { $0.isOnMain } }

extension ThreadState {
    /// Whether the calling code, whose state this is, runs where the main actor does.
    var isOnMain: Bool { isOnMainThread || servesMainQueue }
}

private var servesMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueMark) == true }

private let mainQueueMark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()
