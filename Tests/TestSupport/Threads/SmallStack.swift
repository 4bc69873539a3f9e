import Foundation
import Synchronization

/// Runs `body` on a thread with a stack of 512 KiB, and waits for it. An overflow ends the process.
package func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let result = Mutex<Result?>(nil)
    let finished = DispatchSemaphore(value: 0)
    let thread = Thread {
        let value = body()
        result.withLock { $0 = value }
        finished.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    finished.wait()
    return result.withLock { $0! }
}
