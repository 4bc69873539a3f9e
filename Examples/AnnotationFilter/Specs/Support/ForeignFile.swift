import Foundation
import MillraceSpecs

@testable import AnnotationFilter

/// A file as some other program might have written it: its encoding, prefixes, line ends and oddities are random.
struct ForeignFile {
    let data: Data
    /// What this file is, for the message of a failure.
    let name: String

    private static let encodings: [(name: String?, encoding: String.Encoding, mark: [UInt8], text: String)] = [
        (nil, .utf8, [], "Zoë 田中 🚧"), ("UTF-8", .utf8, [], "Ärger"), ("utf-8", .utf8, [0xEF, 0xBB, 0xBF], "größer"),
        (nil, .utf8, [0xEF, 0xBB, 0xBF], "é"), ("UTF-16", .utf16LittleEndian, [0xFF, 0xFE], "Zoë 田中 🚧 㰾"),
        ("utf-16", .utf16BigEndian, [0xFE, 0xFF], "Zoë 㰼 㸀"), (nil, .utf16LittleEndian, [0xFF, 0xFE], "plain"),
        ("ISO-8859-1", .isoLatin1, [], "Zoë ½"), ("windows-1252", .windowsCP1252, [], "5 € – “x”"),
        ("windows-1251", .windowsCP1251, [], "дверь"), ("iso-8859-2", .isoLatin2, [], "Žluť"),
        ("us-ascii", .utf8, [], "plain"), ("Shift_JIS", .shiftJIS, [], "田中 表示"), ("UTF-16", .utf8, [], "Zoë"),
    ]

    init(_ random: inout SeededGenerator) {
        let form = Self.encodings.randomElement(using: &random) ?? Self.encodings[0]
        let line = ["\n", "\r\n", "\r", "", " "].randomElement(using: &random) ?? ""
        let tab = ["  ", "\t", "", "    "].randomElement(using: &random) ?? ""
        let prefix = ["", "", "x:", "xfdf-1:"].randomElement(using: &random) ?? ""
        let quote = ["\"", "'"].randomElement(using: &random) ?? ""
        func any(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
        func space() -> String { any("", "", " ", "\n", "\t ") }

        var text = form.name.map { "<?xml version=\(quote)1.0\(quote) encoding=\(quote)\($0)\(quote)?>\(line)" } ?? ""
        text += any("", "<!-- </annots> \(form.text) -->", "<?name?>", "<?made by=\"</annots>\"?>") + line
        let namespace = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix.dropLast())"
        text +=
            "<\(prefix)xfdf \(namespace)=\(quote)http://ns.adobe.com/xfdf/\(quote) xml:space=\"preserve\"\(space())>"
        text += any("", "\(line)\(tab)<\(prefix)f href=\"a>b.pdf\"/>", "\(line)<\(prefix)annots/>")
        text +=
            any("", "\(line)<other><annots><text page='0'/></annots></other>") + line + tab
            + "<\(prefix)annots\(space())>"
        let count = Int.random(in: 1...8, using: &random)
        for number in 0..<count {
            text += any(line + tab + tab, line + tab + tab, " ", "", "\(line)<!-- <\(prefix)text -->\(line)")
            let name = any("n\(number)", "n\(number)", "n\(number)", "n0", "")
            let kind = any("text", "ink", "highlight", "unheard-of", "popup")
            let parent =
                number > 0 && Bool.random(using: &random)
                ? " inreplyto=\"n\(Int.random(in: 0..<number, using: &random))\"" : ""
            let state = any("", "", "", " state='Accepted' statemodel='Review'", " state=\"Marked\"")
            let date = any("", " date='D:20240517140300+02\u{27}00\u{27}'", " date=\"D:20990101\"").replacing(
                "'00'",
                with: "00"
            )
            text +=
                "<\(prefix)\(kind) \(name.isEmpty ? "" : "name=\(quote)\(name)\(quote) ")page='\(number % 3)'\(space())"
            text += " title=\(quote)\(form.text) &amp; > &#228;\(quote)\(parent)\(state)\(date) rect='1,2,3,\(number)'"
            text += any(
                "/>",
                " />",
                "></\(prefix)\(kind)>",
                "><\(prefix)contents>\(form.text) &lt;/annots&gt; &#xE9;</\(prefix)contents></\(prefix)\(kind)\(space())>",
                "><\(prefix)contents><![CDATA[</annots> \(form.text)]]></\(prefix)contents>\(line)</\(prefix)\(kind)>"
            )
        }
        text += any(line + tab, line, "", line + line + tab, " ", "<!-- last -->", "<?x y?>\(line)")
        text +=
            "</\(prefix)annots\(space())>"
            + any("", "\(line)\(tab)<\(prefix)ids original='&#65;'/>", "\(line)<\(prefix)annots />")
        text += line + "</\(prefix)xfdf\(space())>" + any("", "\n", "\r\n<!-- </annots> -->", "  \n")
        name = "\(form.name ?? "no declaration"), \(form.encoding)"
        data = Data(form.mark) + (text.data(using: form.encoding) ?? Data())
    }
}
