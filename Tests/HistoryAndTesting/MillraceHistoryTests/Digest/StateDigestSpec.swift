import Foundation
import MillraceData
import MillraceHistory
import MillraceSpecs
import TestSupport

private enum Mode: Equatable, CustomStringConvertible {
    case plain, fancy
    case numbered(Int)
    case named(Int)

    var description: String { "a mode" }
}

private struct Inner: Hashable {
    var name = "x"
    var count = 0
}

private struct Sample: Equatable {
    var mode = Mode.plain
    var names: Set<String> = ["a", "b", "c"]
    var table: [String: [Int]] = ["one": [1], "two": [1, 2]]
    var inners: Set<Inner> = [Inner(), Inner(name: "y")]
    var maybe: Int??
    var date = Date(timeIntervalSinceReferenceDate: 1.5)
    var pair: (Int8, String) = (1, "é")
    var ratio: Float = 0.5

    static func == (left: Sample, right: Sample) -> Bool { false }
}

private struct First { var value = 1 }
private struct Second { var value = 1 }

private struct ByHand: DigestWritable {
    var id: Int
    var ignored = 0
    func write(to digest: inout DigestWriter) { digest.write(id) }
}

private enum Level: String, DigestWritable { case low, high }

private final class Owner {
    let name: String

    init(_ name: String) { self.name = name }
}

extension Owner: DigestWritable {
    func write(to digest: inout DigestWriter) { digest.write(name) }
}

private struct Owned {
    var number = 1
    weak var owner: Owner?
}

/// What of a value is known by its type, at all places where such values may be.
private struct Flat: Hashable {
    enum Tone { case dark, light }
    enum Answer: Hashable { case yes(Bool), no }

    struct Point: Hashable {
        var x: Int8 = 1
        var y = 2.5
    }

    var tone = Tone.dark
    var tones: [Tone] = [.dark, .light]
    var answer = Answer.yes(true)
    var point: Point?
    var points: [Point] = [Point(), Point(x: 3)]
    var depth: Point??
    var level = Level.low
    var text: String? = "text"
}

/// The same, where something must be looked at in each value.
private struct Mixed {
    var any: Any = Flat()
    var flat = Flat()
    var pair = (Flat.Tone.light, Flat.Point())
    weak var owner: Owner?
}

final class StateDigestSpec: Spec {
    private func digest<Value>(_ value: Value) -> StateDigest { StateDigest(of: value) }

    /// One value for each thing that a digest tells apart, or all but one.
    private let variants: [(inout Sample) -> Void] = [
        { _ in },
        { $0.mode = .fancy }, { $0.mode = .numbered(0) }, { $0.mode = .numbered(1) }, { $0.mode = .named(1) },
        { $0.names.insert("d") }, { $0.names = ["a", "b", "d"] }, { $0.names = [] },
        { $0.table["one"] = [] }, { $0.table["two"] = [2, 1] }, { $0.table["two"]?.append(0) },
        { $0.table = ["one": [1, 2], "two": [1]] },
        { $0.inners = [Inner(), Inner(name: "y", count: 1)] }, { $0.inners = [Inner(count: 1), Inner(name: "y")] },
        { $0.maybe = .some(nil) }, { $0.maybe = 0 }, { $0.maybe = 1 },
        { $0.date += 0.001 },
        { $0.pair.0 = 2 }, { $0.pair.1 = "e" }, { $0.pair.1 = "e\u{301}" }, { $0.pair.1 = "" },
        { $0.ratio = 0.25 }, { $0.ratio = .nan },
    ]

    func testSpec() {
        describe("a digest") {
            it("is the same for the same value, and another for each other") {
                let digests = self.variants.map { vary in
                    var sample = Sample()
                    vary(&sample)
                    return (self.digest(sample), self.digest(sample))
                }
                expect(digests.allSatisfy { $0 == $1 }).to(beTrue())
                expect(Set(digests.map(\.0))).to(haveCount(self.variants.count))
            }
            it("is what it always was") {
                expect(self.digest(Sample()).description).to(equal("8111a0aaf030e73d"))
                expect(self.digest([1, 2, 3]).description).to(equal("499fa2b2b6bd2c0e"))
                expect(self.digest("Millrace turns the wheel").description).to(equal("1da175d915102c10"))
            }
            it("reads what is known of a type, and what is known of each value, alike") {
                expect(self.digest(Flat()).description).to(equal("893c3d4b8f27f570"))
                expect(self.digest([Flat()]).description).to(equal("ef8d1882ae08ba2e"))
                expect(self.digest(Mixed()).description).to(equal("c8672df5ce8d442e"))
                let variants: [(inout Flat) -> Void] = [
                    { _ in }, { $0.tone = .light }, { $0.tones[1] = .dark }, { $0.tones = [] },
                    { $0.answer = .yes(false) }, { $0.answer = .no }, { $0.point = Flat.Point() },
                    { $0.point = Flat.Point(y: 0) }, { $0.points[1].x = 0 }, { $0.depth = .some(nil) },
                    { $0.depth = Flat.Point() }, { $0.level = .high }, { $0.text = nil }, { $0.text = "" },
                ]
                let digests = variants.map { vary in
                    var flat = Flat()
                    vary(&flat)
                    return [
                        self.digest(flat), self.digest([flat]), self.digest(Mixed(any: flat)), self.digest([1: flat]),
                    ]
                }
                expect(Set(digests.flatMap(\.self))).to(haveCount(4 * variants.count))
            }
            it("reads weak references as what they refer to") {
                let (ada, bob) = (Owner("Ada"), Owner("Bob"))
                let digests = [Owned(owner: ada), Owned(owner: bob), Owned()].map { self.digest([$0]) }
                expect(Set(digests)).to(haveCount(3))
                var orphan = Owned()
                withExtendedLifetime(Owner("Eve")) { orphan.owner = $0 }
                expect(self.digest([orphan])) == digests[2]
                withExtendedLifetime((ada, bob)) {}
            }
            it("tells types apart, where only the run time knows them") {
                let values: [Any] = [1, 1 as Int8, 1.0, "1", true, First(), Second(), [1], [1 as Int8], Set([1])]
                expect(Set(values.map { self.digest([$0]) })).to(haveCount(values.count))
                expect(self.digest(First())).toNot(equal(self.digest(Second())))
                expect(self.digest([Int.self] as [Any.Type])).toNot(equal(self.digest([Int8.self] as [Any.Type])))
            }
            it("tells nil and empty apart, at every depth") {
                let values: [[Int]??] = [nil, .some(nil), [], [0], [0, 0]]
                expect(Set(values.map { self.digest($0) })).to(haveCount(values.count))
            }
            it("depends on the order of an array, and on where its elements end") {
                expect(self.digest([1, 2])).toNot(equal(self.digest([2, 1])))
                expect(self.digest(["ab", "c"])).toNot(equal(self.digest(["a", "bc"])))
                expect(self.digest([[1], [2, 3]])).toNot(equal(self.digest([[1, 2], [3]])))
                expect(self.digest([1, 2, 3][1...])).toNot(equal(self.digest([1, 2, 3][..<2])))
            }
            it("takes both zeros for one, and every NaN") {
                expect(self.digest(0.0)).to(equal(self.digest(-0.0)))
                expect(self.digest(Double.nan)).to(equal(self.digest(-Double.nan)))
                expect(self.digest(Double.nan)).to(equal(self.digest(Double(nan: 7, signaling: false))))
                expect(self.digest(Double.nan)).toNot(equal(self.digest(Double.infinity)))
            }
            it("reads texts by their scalars") {
                expect("\u{E9}" == "e\u{301}").to(beTrue())
                expect(self.digest("\u{E9}")).toNot(equal(self.digest("e\u{301}")))
                let shared = String("----éa".dropFirst(4))
                expect(self.digest(shared)).to(equal(self.digest("éa")))
            }
            it("is what a type writes of itself") {
                expect(self.digest(ByHand(id: 1, ignored: 1))).to(equal(self.digest(ByHand(id: 1, ignored: 2))))
                expect(self.digest([ByHand(id: 1, ignored: 1)])).to(equal(self.digest([ByHand(id: 1)])))
                expect(self.digest([ByHand(id: 1)])).toNot(equal(self.digest([ByHand(id: 2)])))
                expect(self.digest(Level.low)).toNot(equal(self.digest(Level.high)))
            }
            it("knows the types of Foundation") {
                let values: [Any] = [
                    Data([1, 2]), Data([1, 2, 3]), URL(string: "a://b")!, URL(string: "a://c")!, UUID(), UUID(),
                    Decimal(1), Decimal(2), Locale(identifier: "de"), Locale(identifier: "fr"),
                    TimeZone(identifier: "Asia/Tokyo")!, TimeZone(identifier: "Asia/Seoul")!, Duration.seconds(1),
                    Duration.milliseconds(1), Calendar(identifier: .gregorian), Calendar(identifier: .hebrew),
                ]
                expect(Set(values.map { self.digest($0) })).to(haveCount(values.count))
                expect(self.digest(Data([0, 1, 2])[1...])).to(equal(self.digest(Data([1, 2]))))
            }
            it("reads and writes itself as sixteen digits") {
                let digest = StateDigest(value: 0xABC)
                expect(digest.description).to(equal("0000000000000abc"))
                expect(StateDigest("0000000000000abc")).to(equal(digest))
                expect(["abc", "+000000000000abc", "000000000000000g"].compactMap { StateDigest($0) }).to(beEmpty())
                let json = try JSONEncoder().encode([digest])
                expect(String(decoding: json, as: UTF8.self)).to(equal(#"["0000000000000abc"]"#))
                expect(try JSONDecoder().decode([StateDigest].self, from: json)).to(equal([digest]))
                expect(try JSONDecoder().decode(StateDigest.self, from: Data(#""x""#.utf8))).to(
                    throwError(DecodingError.self)
                )
            }
        }

        describe("a digest of random values") {
            it("does not depend on how sets and dictionaries came about") {
                var random = SeededGenerator(seed: Seed.current.value)
                for _ in Programs(200) {
                    let keys = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                        Int.random(in: 0...50, using: &random)
                    }
                    var (grown, shuffled) = (Set<Int>(), Set<Int>(minimumCapacity: 500))
                    var (table, mixed) = ([String: Set<Int>](), [String: Set<Int>](minimumCapacity: 500))
                    for key in keys {
                        grown.insert(key)
                        table["\(key)"] = grown.filter { $0 <= key }.isEmpty ? [] : [key]
                    }
                    for key in keys.shuffled(using: &random) {
                        shuffled.insert(key)
                        mixed["\(key)"] = [key]
                    }
                    expect(self.digest(grown)).to(equal(self.digest(shuffled)))
                    expect(self.digest(table)).to(equal(self.digest(mixed)))
                }
            }
            it("changes with every single change") {
                var random = SeededGenerator(seed: Seed.current.value)
                for _ in Programs(300) {
                    let list = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                        Inner(
                            name: "\(UInt8.random(in: 0...9, using: &random))",
                            count: .random(in: 0...3, using: &random)
                        )
                    }
                    var changed = list
                    let place = Int.random(in: list.indices, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: changed[place].count ^= 1 << Int.random(in: 0..<63, using: &random)
                    case 1: changed[place].name += "0"
                    case 2: changed.remove(at: place)
                    default: changed.insert(list[place], at: place)
                    }
                    expect(self.digest(changed)).toNot(equal(self.digest(list)))
                    expect(self.digest(changed) == self.digest(list)).to(equal(changed == list))
                }
            }
        }

        describe("a value of the system without fields to look at") {
            it("is told from others, and is the same where it is equal") {
                func expectDistinct<Value>(_ one: Value, _ other: Value, _ again: Value) {
                    expect(self.digest(one)).toNot(equal(self.digest(other)))
                    expect(self.digest(one)).to(equal(self.digest(again)))
                }
                expectDistinct(CGFloat(1), CGFloat(2), CGFloat(1))
                expectDistinct(CGPoint(x: 1, y: 2), CGPoint(x: 1, y: 3), CGPoint(x: 1, y: 2))
                expectDistinct(CGRect(x: 0, y: 0, width: 1, height: 2), .zero, CGRect(x: 0, y: 0, width: 1, height: 2))
                expectDistinct(SIMD2(1, 2), SIMD2(2, 1), SIMD2(1, 2))
                expectDistinct(SIMD4<Float>(0, 0, 0, 1), .zero, SIMD4<Float>(0, 0, 0, 1))
                expectDistinct(SIMD2(1, 2) .== SIMD2(1, 1), SIMD2(1, 2) .== SIMD2(1, 2), SIMD2(3, 2) .== SIMD2(3, 1))
                expectDistinct(CharacterSet.letters, .decimalDigits, CharacterSet.letters)
                #if !(os(macOS) && arch(x86_64))
                expectDistinct(Float16(1), Float16(2), Float16(1))
                #endif
            }

            it("counts as its mirror shows it where it is anyone else's: a secret is in no digest") {
                let (one, other) = (Hidden(text: "a"), Hidden(text: "b"))
                expect(self.digest([one])).to(equal(self.digest([other])))
                expect(self.digest([one])).toNot(equal(self.digest([one, one])))
            }
        }

        describe("a cache") {
            it("gives the same digests, for arrays that change in place too") {
                var random = SeededGenerator(seed: Seed.current.value)
                let cache = DigestCache()
                var state = [Array(0..<200), Array(0..<64), [1]]
                for _ in Programs(200) {
                    if Bool.random(using: &random) {
                        state[Int.random(in: 0..<2, using: &random)][Int.random(in: 0..<64, using: &random)] += 1
                    }
                    if Int.random(in: 0..<5, using: &random) == 0 { state.swapAt(0, 1) }
                    expect(StateDigest(of: state, cache: cache)).to(equal(self.digest(state)))
                }
            }
            it("looks at an array once while it stays as it is") {
                let counter = Counter()
                let values = (0..<100).map { Counted(value: $0, counter: counter) }
                let cache = DigestCache()
                for _ in 0..<3 { _ = StateDigest(of: values, cache: cache) }
                expect(counter.count).to(equal(100))
                _ = StateDigest(of: 0, cache: cache)
                _ = StateDigest(of: values, cache: cache)
                expect(counter.count).to(equal(200))
            }
            it("looks at a table once while it stays as it is, and gives the same digest when it has changed") {
                let cache = DigestCache()
                let counter = Counter()
                var table = Table((0..<100).map { Counted(value: $0, counter: counter) })
                for _ in 0..<3 { _ = StateDigest(of: [table, table], cache: cache) }
                expect(counter.count).to(equal(100))
                for number in [3, 64, 99, 3] {
                    table.remove(at: number % table.count)
                    expect(StateDigest(of: table, cache: cache)).to(equal(self.digest(table)))
                }
            }
        }
    }
}

private struct Hidden: CustomReflectable {
    let text: String
    var customMirror: Mirror { Mirror(self, children: []) }
}

private final class Counter { var count = 0 }

private struct Counted: DigestWritable, Identifiable {
    let value: Int
    var id: Int { value }
    let counter: Counter
    func write(to digest: inout DigestWriter) {
        counter.count += 1
        digest.write(value)
    }
}
