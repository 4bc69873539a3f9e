import Foundation
import Synchronization

/// What a sheet was read from: the file's bytes, and what the reader has found in them.
final class SheetOrigin: Sendable {
    /// The bytes.
    let data: Data
    private let elements: SheetBuilder
    private let sheet: Sheet
    private let foundTargets = Mutex<EditTargets?>(nil)

    init(data: Data, elements: SheetBuilder, sheet: Sheet) {
        (self.data, self.elements, self.sheet) = (data, elements, sheet)
    }

    /// What edits can be about. Cost: O(elements) the first time.
    var targets: EditTargets {
        foundTargets.withLock { found in
            let targets = found ?? elements.targets
            found = targets
            return targets
        }
    }

    /// The sheet that was read, under another path. Cost: O(1).
    func sheet(_ file: String) -> Sheet {
        var sheet = sheet.at(file)
        sheet.origin = self
        return sheet
    }
}
