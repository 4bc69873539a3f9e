import Foundation
import Synchronization

/// What a sheet was read from: the file's bytes, and what the reader has found in them.
final class SheetOrigin: Sendable {
    /// The bytes.
    let data: Data
    private let document: XFDFDocument
    private let foundTargets = Mutex<EditTargets?>(nil)

    init(data: Data, document: XFDFDocument) {
        (self.data, self.document) = (data, document)
    }

    /// What edits can be about. Cost: O(elements) the first time.
    var targets: EditTargets {
        foundTargets.withLock { found in
            let targets = found ?? document.elements.targets
            found = targets
            return targets
        }
    }

    /// The sheet as it would be read if the file had these elements at its end. Cost: O(elements), but for sorting them
    /// by page.
    func sheet(_ file: String, with added: [XFDFElement]) -> Sheet {
        var elements = document.elements
        for element in added { elements.append(element) }
        var sheet = elements.sheet(file: file, of: document)
        sheet.origin = self
        return sheet
    }
}
