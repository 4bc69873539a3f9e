import Foundation
import MillraceSpecs
import TestSupport

@testable import MillraceHistory

final class PatchPropertySpec: Spec {
    func testSpec() {
        describe("a patch of random states") {
            it("makes the new tree out of the old one, and the old one out of the new one") {
                let triples = Triples()
                runPrograms(2_000) { random in
                    var maker = StateMaker(random: random)
                    let old = maker.state()
                    let new = maker.next(after: old)
                    return problem(of: old, new, triples)
                }
                triples.close()
            }
        }
    }
}

private func problem(of old: RandomState, _ new: RandomState, _ triples: Triples) -> String? {
    let writer = TreeWriter(InspectionRules())
    let (before, after) = (writer.tree(of: old), writer.tree(of: new))
    let patch = writer.patch(from: old, to: new) ?? Array("[]".utf8)
    triples.add(before, after, patch)
    do {
        let (former, present, patch) = (try InspectedTree(before), try InspectedTree(after), try InspectedTree(patch))
        var tree = former
        try tree.apply(patch)
        if tree.sorted != present.sorted { return "applied, \(patch.text) makes \(tree.text) and not \(present.text)" }
        try tree.undo(patch)
        return tree.sorted == former.sorted ? nil : "undone, \(patch.text) makes \(tree.text) and not \(former.text)"
    } catch {
        return "\(error)"
    }
}

/// The pairs as lines of JSON in the file that `INSPECT_TRIPLES` names, for the page's own code.
private final class Triples {
    private let file: FileHandle?

    init() {
        let path = ProcessInfo.processInfo.environment["INSPECT_TRIPLES"]
        if let path { _ = FileManager.default.createFile(atPath: path, contents: nil) }
        file = path.flatMap { FileHandle(forWritingAtPath: $0) }
    }

    func add(_ old: [UInt8], _ new: [UInt8], _ patch: [UInt8]) {
        guard let file else { return }
        var line = Data("{\"old\":".utf8) + old + Data(",\"new\":".utf8)
        line += new + Data(",\"patch\":".utf8)
        line += patch + Data("}\n".utf8)
        file.write(line)
    }

    func close() { try? file?.close() }
}
