@testable import AnnotationFilter
import Foundation
import MillraceSpecs

final class EncodingSpec: Spec {
    func testSpec() {
        let wide: [(name: String, encoding: String.Encoding, mark: [UInt8])] = [
            ("UTF-16, little end first", .utf16LittleEndian, [0xFF, 0xFE]),
            ("UTF-16, big end first", .utf16BigEndian, [0xFE, 0xFF]),
        ]

        func contents(_ data: Data) throws -> String? {
            try XFDFReader.read(data, file: "test.xfdf").annotations.first?.text
        }

        func document(encoding: String, _ text: String = "Zoë 田中 🚧") -> String {
            """
            <?xml version="1.0" encoding='\(encoding)' standalone="yes"?>
            <xfdf><annots><text page="0"><contents>\(text)</contents></text></annots></xfdf>
            """
        }

        describe("a file in UTF-8") {
            it("is read from where it is, and not from a copy") {
                func place(_ data: Data) -> UInt? {
                    data.withUnsafeBytes { $0.baseAddress.map { UInt(bitPattern: $0) } }
                }
                let data = Data(xfdf("<text name='a' page='0'/>").utf8)
                expect(place(try SafeXML(data, file: "").data)).to(equal(place(data)))
            }
        }

        for (name, encoding, mark) in wide {
            describe("a file in \(name)") {
                func encoded(_ text: String) -> Data { text.data(using: encoding) ?? Data() }

                it("is read by its byte order mark, and refused without one") {
                    let data = encoded(document(encoding: "UTF-16"))
                    expect(try contents(Data(mark) + data)).to(equal("Zoë 田中 🚧"))
                    let name = "UTF-16 without a byte order mark"
                    expect(try contents(data)).to(throwError(SheetError.encoding(file: "test.xfdf", name: name)))
                }

                it("is read without a declaration") {
                    let data = encoded("<xfdf><annots><text page='0'><contents>ë</contents></text></annots></xfdf>")
                    expect(try contents(Data(mark) + data)).to(equal("ë"))
                }

                it("may declare no document type") {
                    let bomb = encoded(
                        "<?xml version='1.0' encoding='UTF-16'?><!-- 田 --><!DOCTYPE x [<!ENTITY a 'b'>]><xfdf>&a;</xfdf>"
                    )
                    let expected = SheetError.documentType(file: "test.xfdf", at: .init(line: 1, column: 50))
                    expect(try contents(Data(mark) + bomb)).to(throwError(expected))
                }

                it("is refused where it breaks off, also in the midst of a letter") {
                    let data = Data(mark) + encoded(document(encoding: "UTF-16"))
                    for length in stride(from: 1, to: data.count, by: 5) {
                        expect(try contents(data.prefix(length))).to(throwError(SheetError.self))
                    }
                }
            }
        }

        describe("a file of single bytes") {
            it("is UTF-8, whether it says so or not, with a byte order mark or without") {
                for declared in ["UTF-8", "utf-8", "us-ascii", "UTF-16"] {
                    let data = Data(document(encoding: declared).utf8)
                    expect(try contents(data)).to(equal("Zoë 田中 🚧"))
                    expect(try contents([0xEF, 0xBB, 0xBF] + data)).to(equal("Zoë 田中 🚧"))
                }
            }

            it("is read in the encodings of older tools") {
                let cases: [(String, String.Encoding, String)] = [
                    ("ISO-8859-1", .isoLatin1, "Zoë"), ("windows-1252", .windowsCP1252, "Zoë – 5 €"),
                    ("windows-1251", .windowsCP1251, "дверь"), ("Shift_JIS", .shiftJIS, "田中"),
                ]
                for (name, encoding, text) in cases {
                    let data = document(encoding: name, text).data(using: encoding)
                    expect(try contents(data ?? Data())).to(equal(text), description: name)
                }
            }

            it("is refused in an encoding that could spell a document type in other ways") {
                for name in ["UTF-7", "IBM037", "ISO-2022-JP", "x-unknown"] {
                    expect(try contents(Data(document(encoding: name, "").utf8))).to(
                        throwError(SheetError.encoding(file: "test.xfdf", name: name.lowercased()))
                    )
                }
            }

            it("is refused with line and column where its bytes are no UTF-8") {
                let data = Data("<xfdf>\n<annots>".utf8) + [0xFF] + Data("</annots></xfdf>".utf8)
                expect(try contents(data)).to(
                    throwError(
                        SheetError.malformed(
                            file: "test.xfdf",
                            what: "it holds a byte or a character that may not stand there",
                            at: .init(line: 2, column: 9)
                        )
                    )
                )
            }
        }
    }
}
