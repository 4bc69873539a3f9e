import MillraceHistory
import MillraceSpecs
import TestSupport

/// How deep the values of a state may be on a stack of 512 KiB, as threads have beside the main one.
final class DigestDepthSpec: Spec {
    indirect enum Path {
        case end
        case step(Int, Path)
    }

    struct Folder {
        var name = ""
        var folders: [Folder] = []
    }

    func testSpec() {
        describe("depth on a small stack") {
            it("of values in values is free for a digest") {
                let depth = 3_000
                let digests = onSmallStack {
                    var (path, other) = (Path.end, Path.end)
                    for number in 0..<depth {
                        path = .step(number, path)
                        other = .step(number == 0 ? -1 : number, other)
                    }
                    return [StateDigest(of: path), StateDigest(of: path), StateDigest(of: other)]
                }
                expect(digests[0]) == digests[1]
                expect(digests[0]) != digests[2]
            }

            it("of arrays in arrays is that of 200 for a digest") {
                let depth = 200
                let digest = onSmallStack {
                    var folder = Folder(name: "leaf")
                    for number in 0..<depth { folder = Folder(name: "\(number)", folders: [folder]) }
                    return StateDigest(of: folder)
                }
                expect(digest.description.count) == 16
            }
        }
    }
}
