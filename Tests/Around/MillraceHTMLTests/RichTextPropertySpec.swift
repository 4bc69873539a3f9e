import MillraceSpecs

import MillraceHTML

final class RichTextPropertySpec: Spec {
    func testSpec() {
        describe("a text of random HTML") {
            it("is there, whatever the HTML is") {
                var random = SeededGenerator(.current)
                for _ in 0..<3_000 {
                    let pieces = (0..<Int.random(in: 0..<24, using: &random)).map { _ in
                        Self.pieces.randomElement(using: &random) ?? ""
                    }
                    var rules = HTMLRules()
                    if Bool.random(using: &random) { rules.hiddenClasses.insert("quote-inline") }
                    let text = RichText(html: pieces.joined(), rules: rules)
                    for paragraph in text.paragraphs {
                        expect(paragraph.spans.isEmpty || paragraph.spans.contains { $0.text.isEmpty }).to(beFalse())
                        expect(zip(paragraph.spans, paragraph.spans.dropFirst()).contains { $0.style == $1.style }).to(
                            beFalse()
                        )
                    }
                }
            }
            it("has all words of HTML that is well-formed, in their order") {
                var random = SeededGenerator(.current)
                for _ in 0..<400 {
                    var (html, words) = ("", [String]())
                    write(depth: 4, &html, &words, &random)
                    let text = RichText(html: html)
                    let found = text.text.split { $0.isWhitespace }.map(String.init).filter { $0.hasPrefix("w") }
                    expect(found.map { String($0.prefix { $0.isNumber || $0 == "w" }) }).to(equal(words))
                }
            }
        }
    }

    private static let pieces = [
        "<", ">", "</", "/>", "<!--", "-->", "<!", "\"", "'", "=", "&", "&amp;", "&#x", "&#65;", ";", "a", " ", "\n",
        "é",
        "e\u{301}", "👩‍👩‍👧", "\u{202E}", "\u{0}", "<p>", "</p>", "<br>", "<br/>", "<b>", "</b>", "<a href=\"x\">",
        "<a href='",
        "</a>", "<span class=\"invisible\">", "<span class=ellipsis>", "<p class=\"quote-inline\">", "</span>", "<ul>",
        "<ol>",
        "<li>", "</li>", "</ol>", "<pre>", "<code>", "</pre>", "<blockquote>", "</blockquote>", "<script>", "</script>",
        "<img alt=\"i\">", "<td>", "<h1>", "</h1>",
    ]

    fileprivate static let inline = [
        "b", "i", "em", "code", "del", "span", "a href=\"https://x.example/?a=1&amp;b\"", "unknown",
    ]
    fileprivate static let blocks = [
        "p", "div", "blockquote", "ul", "ol", "li", "h2", "section", "table", "tr", "td", "pre",
    ]
}

/// Writes elements within each other, with words in and between them: those that are shown are numbered.
private func write(depth: Int, _ html: inout String, _ words: inout [String], _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1..<4, using: &random) {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &random) {
        case 0:
            html +=
                [" ", "<br>", "<br />", "<!-- <b>no -->", "<script>no</script>", "&nbsp; "].randomElement(
                    using: &random
                ) ?? ""
        case 1: html += "<span class=\"invisible\">no</span>"
        case 2...3:
            html += " w\(words.count) "
            words.append("w\(words.count)")
        case 4...6: element(of: RichTextPropertySpec.inline)
        default: element(of: RichTextPropertySpec.blocks)
        }
    }

    func element(of tags: [String]) {
        let tag = tags.randomElement(using: &random) ?? "p"
        html += "<\(tag)>"
        write(depth: depth - 1, &html, &words, &random)
        html += "</\(tag.prefix { $0 != " " })>"
    }
}
