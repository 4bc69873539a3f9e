import Foundation
import MatrixChat
import Millrace
import MillraceSpecs
import SampleHomeserver

final class PictureDecodingSpec: Spec {
    func testSpec() {
        func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> RGBColor {
            RGBColor(red: red, green: green, blue: blue)
        }
        func decode(_ file: Data, limit: Int = ImageFile.pixelLimit) -> Result<Picture, PictureProblem> {
            Result { () throws(PictureProblem) in try ImageFile(file).picture(pixelLimit: limit) }
        }
        func picture(_ file: Data) throws -> Picture { try decode(file).get() }
        func problem(_ file: Data, limit: Int = ImageFile.pixelLimit) -> String? {
            if case .failure(let problem) = decode(file, limit: limit) { problem.description } else { nil }
        }
        /// A PNG of one row of bytes.
        func row(_ width: Int, depth: UInt8, kind: UInt8, _ bytes: [UInt8]) -> Data {
            SampleImages.png(
                width: width,
                height: 1,
                depth: depth,
                kind: kind,
                compressed: SampleImages.stored([0] + bytes)
            )
        }

        describe("a PNG") {
            it("is decoded from stored blocks, of any number") {
                let file = SampleImages.png(width: 300, height: 100) { x, y in color(UInt8(x % 256), UInt8(y), 7) }
                expect(ImageFile(file).kind).to(equal(.png))
                let decoded = try picture(file)
                expect([decoded.width, decoded.height]).to(equal([300, 100]))
                expect(decoded.pixels[99 * 300 + 299]).to(equal(color(43, 99, 7)))
            }

            it("is decoded whatever its filters and its compression are") {
                for file in [Samples.filters, Samples.fixed] {
                    let decoded = try picture(file)
                    var expected: [RGBColor] = []
                    for y in 0..<15 {
                        for x in 0..<16 { expected.append(color(UInt8(x * 16), UInt8(y * 17), UInt8(x * y))) }
                    }
                    expect(decoded.pixels).to(equal(expected))
                }
            }

            it("is decoded from any filters of any rows") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<40 {
                    let (width, height) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random))
                    let rows = (0..<height).map { _ in
                        (0..<width * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
                    }
                    let filters = rows.map { _ in UInt8.random(in: 0...4, using: &random) }
                    let file = SampleImages.png(
                        width: width,
                        height: height,
                        depth: 8,
                        kind: 2,
                        compressed: SampleImages.stored(filtered(rows, by: filters))
                    )
                    let decoded = try picture(file).pixels.flatMap { [$0.red, $0.green, $0.blue] }
                    expect(decoded).to(equal(Array(rows.joined())), description: "\(filters), seed \(Seed.current)")
                }
            }

            it("is decoded whatever its colours are") {
                expect(try picture(row(2, depth: 8, kind: 0, [9, 200])).pixels).to(
                    equal([color(9, 9, 9), color(200, 200, 200)])
                )
                expect(try picture(row(4, depth: 1, kind: 0, [0b1010_0000])).pixels.map(\.red)).to(
                    equal([255, 0, 255, 0])
                )
                expect(try picture(row(2, depth: 4, kind: 0, [0x1F])).pixels.map(\.red)).to(equal([17, 255]))
                expect(try picture(row(1, depth: 16, kind: 2, [1, 99, 2, 99, 3, 99])).pixels).to(
                    equal([color(1, 2, 3)])
                )
                expect(try picture(row(1, depth: 8, kind: 4, [100, 51])).pixels).to(equal([color(20, 20, 20)]))
                for file in [Samples.rgba, Samples.palette] {
                    let decoded = try picture(file)
                    expect([decoded.width, decoded.height]).to(equal([24, 16]))
                    expect(decoded.pixels[0]).to(equal(color(220, 40, 40)))
                    expect(decoded.pixels[12]).to(equal(color(30, 60, 200)))
                }
                expect(try picture(Samples.rgba).pixels.last).to(equal(color(0, 0, 0)))
            }

            it("is refused with the reason where it is damaged or of a rare kind") {
                let file = SampleImages.png(width: 4, height: 4) { _, _ in color(1, 2, 3) }
                expect(problem(file.dropLast(40))).to(equal("it ends too early"))
                var damaged = file
                damaged[50] ^= 1
                expect(problem(damaged)).to(equal("it is damaged: its checksum is wrong"))
                let short = SampleImages.stored([0, 1])
                expect(problem(SampleImages.png(width: 4, height: 4, depth: 8, kind: 2, compressed: short))).to(
                    equal("it ends too early")
                )
                expect(problem(row(1, depth: 8, kind: 0, [1, 2]))).to(
                    equal("it is damaged: it has more data than pixels")
                )
                expect(problem(row(1, depth: 8, kind: 3, [0]))).to(
                    equal("it is damaged: a colour is not in its palette")
                )
                expect(problem(row(1, depth: 3, kind: 3, [0]))).to(
                    equal("it is damaged: its kind of colours is unknown")
                )
            }

            it("is refused where it claims to be huge, before anything is allocated") {
                let huge = SampleImages.png(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF, depth: 8, kind: 2, compressed: [])
                expect(problem(huge)).to(equal("it is too large: 4294967295×4294967295"))
                expect(problem(SampleImages.png(width: 4, height: 4) { _, _ in color(1, 2, 3) }, limit: 15)).to(
                    equal("it is too large: 4×4")
                )
            }
        }

        describe("a JPEG") {
            it("is decoded, whatever its sampling is") {
                for file in [SampleImages.jpeg] + Samples.jpegs {
                    expect(ImageFile(file).kind).to(equal(.jpeg))
                    expect(ImageFile(file).size.map { [$0.width, $0.height] }).to(equal([24, 16]))
                    let decoded = try picture(file)
                    for (place, expected) in [
                        (0, color(220, 40, 40)), (23, color(30, 60, 200)), (383, color(240, 240, 230)),
                    ] {
                        expect(decoded.pixels[place].isNear(expected)).to(
                            beTrue(),
                            description: "\(decoded.pixels[place]) instead of \(expected)"
                        )
                    }
                }
            }

            it("is decoded where it is grey") {
                let decoded = try picture(Samples.grey)
                expect(decoded.pixels[0].isNear(color(94, 94, 94))).to(beTrue())
                expect(decoded.pixels[383].isNear(color(239, 239, 239))).to(beTrue())
            }

            it("is refused where a block has more numbers than it may have") {
                var file = Samples.grey
                // The second table is that of the numbers behind the first one: each has fifteen zeros before it.
                let tables = file.ranges(of: Data([0xFF, 0xC4]))
                let counts = (tables[1].upperBound + 3)..<(tables[1].upperBound + 19)
                let values = counts.upperBound..<(counts.upperBound + file[counts].reduce(0) { $0 + Int($1) })
                file.replaceSubrange(values, with: Data(repeating: 0xF1, count: values.count))
                expect(problem(file)).to(equal("it is damaged: a block is too long"))
            }

            it("is refused with the reason where it is cut or progressive") {
                expect(problem(SampleImages.jpeg.dropLast(30))).to(equal("it ends too early"))
                var progressive = SampleImages.jpeg
                progressive[progressive.firstRange(of: Data([0xFF, 0xC0]))!.lowerBound + 1] = 0xC2
                expect(problem(progressive)).to(equal("it is a progressive JPEG"))
                expect(problem(SampleImages.jpeg, limit: 100)).to(equal("it is too large: 24×16"))
            }
        }

        describe("any other file") {
            it("is refused with the reason") {
                expect(problem(Data())).to(equal("the chat does not know this kind of file"))
                expect(problem(Data("GIF89a".utf8))).to(equal("the chat cannot show image/gif"))
            }

            it("is a picture or a reason, and nothing else, however it is damaged") {
                var random = SeededGenerator(Seed.current)
                let files =
                    [Samples.filters, Samples.fixed, Samples.rgba, Samples.palette, Samples.grey] + Samples.jpegs
                for round in 0..<1_500 {
                    var bytes = Array(files.randomElement(using: &random)!)
                    damage(&bytes, from: 2, using: &random)
                    let result = decode(Data(bytes), limit: 100_000)
                    if case .success(let picture) = result {
                        expect(picture.pixels).to(haveCount(picture.width * picture.height), description: "\(round)")
                    }
                }
            }

            it("is a picture or a reason also where the damage is behind a checksum that is right") {
                var random = SeededGenerator(Seed.current)
                var pictures = 0
                for round in 0..<1_500 {
                    var compressed = [Samples.filtersStream, Samples.fixedStream].randomElement(using: &random)!
                    damage(&compressed, from: 2, using: &random)
                    let (depth, kind) = [(8, 2), (8, 6), (1, 0), (4, 3), (16, 4)].randomElement(using: &random)!
                    let file = SampleImages.png(
                        width: Int.random(in: 0...20, using: &random),
                        height: Int.random(in: 0...20, using: &random),
                        depth: UInt8(depth),
                        kind: UInt8(kind),
                        compressed: compressed
                    )
                    if case .success = decode(file) { pictures += 1 }
                    expect(pictures).to(beLessThanOrEqualTo(round + 1))
                }
            }
        }
    }
}

/// Changes, removes, repeats or cuts some bytes.
private func damage(_ bytes: inout [UInt8], from first: Int, using random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > first + 4 {
        let place = Int.random(in: first..<bytes.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: bytes.removeSubrange(place..<min(bytes.count, place + 3))
        case 1: bytes.insert(contentsOf: bytes.suffix(5), at: place)
        case 2: bytes.removeSubrange(place...)
        case 3: bytes[place] = 0xFF
        case 4: bytes[place] = 0
        default: bytes[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
        }
    }
}

/// Rows of bytes, three for each pixel, as the differences that their filters make (PNG specification, clause 9).
private func filtered(_ rows: [[UInt8]], by filters: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (number, row) in rows.enumerated() {
        result.append(filters[number])
        for (index, byte) in row.enumerated() {
            let a = index < 3 ? 0 : Int(row[index - 3])
            let b = number == 0 ? 0 : Int(rows[number - 1][index])
            let c = index < 3 || number == 0 ? 0 : Int(rows[number - 1][index - 3])
            let p = a + b - c
            // The first of those that are nearest to the estimate.
            let paeth = [a, b, c].min { abs(p - $0) < abs(p - $1) } ?? 0
            let predictions = [0, a, b, (a + b) / 2, paeth]
            result.append(byte &- UInt8(truncatingIfNeeded: predictions[Int(filters[number])]))
        }
    }
    return result
}

extension RGBColor {
    /// Whether it is the same but for what the compression loses.
    fileprivate func isNear(_ other: RGBColor) -> Bool {
        [(red, other.red), (green, other.green), (blue, other.blue)].allSatisfy { abs(Int($0) - Int($1)) < 16 }
    }
}

/// Files that other programs have written.
private enum Samples {
    static func file(_ text: String) -> Data { Data(base64Encoded: text)! }

    /// Gradients of 16×15 pixels, with each filter in turn.
    static let filters = file(
        """
        iVBORw0KGgoAAAANSUhEUgAAABAAAAAPCAIAAABiEdh4AAABEElEQVR42p3Pq24CURRG4TXMhblw2wmmhpDWYJoQTA0CDKZpMmabqhFN\
        ZYNrJamuQFWjt8LX8Ag8Ao8wj9DTY9vQCcknjvmzzwIYwBimsIASKljDBrawgz0c4AgnqCFA3CBoruUGiJu5R4hESIwkSBtJkQzJkQLp\
        IF2kh/RDrkmzVpqFXuTFXuK1vdTLnOjngvsYLQghakAZaDzWfKr9hQ5Lvap0tNabjU62ervT2V7vDjo/6vKkq1rvA55ddNLcBdEPnK9M\
        s9wrvM7v6BgSaEMK2V+MgeVjG05ttLBJabPK5mtbbazc2uPOnvb2crC3o72f7KO2z4AvF100d0H0K+crva7Xc/6NzqGADnSh53wDG8w9\
        2DbiOm4AAAAASUVORK5CYII=
        """
    )
    /// The same, compressed with the code that needs no table.
    static let fixed = file(
        """
        iVBORw0KGgoAAAANSUhEUgAAABAAAAAPCAIAAABiEdh4AAABSklEQVR4AWNgYGAQYGBQYGAwYGBwYGAIYGBIYGAoYGBoYGCYwMCwgIFh\
        AwPDAQaGCwwMDxgYPjAwMDIIAjUwEo+YgBoYBIHagAxmBkEWBkFWBkE2BkF2BkEOBkFOBkEuBkFuBkEeBkFeBkE+BkF+ZgYlBg5OJg5O\
        ZjBiASNWMGIDI3Yw4gAjTiBiAdkAdBgDEwMDMwMDCxEolEEglFUhlMsglN8hVCQgVDIhVK4gVLkhVGNCqO6CUKMNoeYHQm0uhDo+CHX7\
        EOrNyJAG9DQb8YgMT/sy4PclBycXGHGDEQ+mp1kZGNgYGNgZGDgYGDixoVUMAqu4FFaJGKySc1ilEbDKKGGVTcEqt4ZVARNWRS1YlbJh\
        Vd6BVRUXVjU9WNXzYdU0RobdQE9zE4/I8HQ5A35fghEvGPEBEUFPczEwcDMw8DAw8DIw8AERABvMPdjkg+COAAAAAElFTkSuQmCC
        """
    )

    /// The left half is red, the right half blue above white; in one of them transparent at the end.
    static let rgba = file(
        """
        iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAYAAAAMJL+VAAAAOElEQVR4nGO8o6Hxn4EE4CSygBTlDEwkqSYDjFowagHlgIVUDZe2yGGX\
        uFHHiE146AfRqAUjwAIAhJkGPqL+APgAAAAASUVORK5CYII=
        """
    )
    static let palette = file(
        """
        iVBORw0KGgoAAAANSUhEUgAAABgAAAAQAgMAAABxSlcGAAAADFBMVEXw8ObwyGQePMjcKCiAmA63AAAAH0lEQVR4nGP8z8CwmoGBiYGB\
        gYEUivE/AwMjawDJ+gAFmAMehd5LegAAAABJRU5ErkJggg==
        """
    )

    /// The same, with whole and halved colours.
    static let jpegs = [
        file(
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEYGh0dHx8f\
            ExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4e\
            Hh7/wAARCAAQABgDAREAAhEBAxEB/8QAFgAAAwAAAAAAAAAAAAAAAAAABQYH/8QAHBABAAAHAQAAAAAAAAAAAAAAAAYIQ0aChMHD/8QA\
            FwEBAQEBAAAAAAAAAAAAAAAABwgFBv/EABwRAQABBAMAAAAAAAAAAAAAAAAHBUSCwkKBwf/aAAwDAQACEQMRAD8ASXHqQCYhoZcKkZ3W\
            G4ilS0z0CSoIjYldXS6SoXLq+zUpvLr0cSDb56ro1Bw//9k=
            """
        ),
        file(
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEYGh0dHx8f\
            ExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4e\
            Hh7/wAARCAAQABgDASEAAhEBAxEB/8QAFwAAAwEAAAAAAAAAAAAAAAAAAAUGB//EABwQAQAABwEAAAAAAAAAAAAAAAAGCENGgoTBw//E\
            ABcBAAMBAAAAAAAAAAAAAAAAAAMHCAX/xAAeEQABAwQDAAAAAAAAAAAAAAAAAgMGBDWCsjOBsf/aAAwDAQACEQMRAD8AiSmIaGXAYTfG\
            MtFDindgfx3SKQfxOZWN0lQuXV9kw0XOnvwpaXWd7HZJugbwlT//2Q==
            """
        ),
    ]
    /// The same in grey.
    static let grey = file(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEYGh0dHx8f\
        ExciJCIeJBweHx7/wAALCAAQABgBAREA/8QAFgAAAwAAAAAAAAAAAAAAAAAABQYH/8QAHBABAAAHAQAAAAAAAAAAAAAAAAYIQ0aChMHD\
        /9oACAEBAAA/AEkJiGhlwJNi6SoXLq+y6P/Z
        """
    )
    static var filtersStream: [UInt8] { stream(filters) }
    static var fixedStream: [UInt8] { stream(fixed) }

    /// What is between the size of the data and its checksum, and those of the end.
    private static func stream(_ file: Data) -> [UInt8] { Array(file[41..<(file.count - 16)]) }
}
