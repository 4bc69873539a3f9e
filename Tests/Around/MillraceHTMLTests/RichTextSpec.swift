import MillraceSpecs

import MillraceHTML

final class RichTextSpec: Spec {
    func testSpec() {
        var quoteless: HTMLRules {
            var rules = HTMLRules()
            rules.hiddenClasses.insert("quote-inline")
            return rules
        }

        describe("a text of HTML") {
            for (dialect, html, expected) in Self.dialects {
                it("is that of \(dialect): \(html.prefix(60))") {
                    expect(marked(RichText(html: html))).to(equal(expected))
                }
            }
            for (html, expected) in Self.broken {
                it("is shown although it is broken: \(html.prefix(60))") {
                    expect(marked(RichText(html: html))).to(equal(expected))
                }
            }
            it("is without the classes that the rules hide, such as the text in place of a quote") {
                for html in [
                    #"<p class="quote-inline">RE: <a href="https://a.example/1">https://a.example/1</a></p><p>Yes</p>"#,
                    #"<p>Yes<span class="quote-inline"><br/><br/>RE: <a href="https://a.example/1">x</a></span></p>"#,
                ] {
                    expect(RichText(html: html, rules: quoteless).text).to(equal("Yes"))
                    expect(RichText(html: html).text).to(contain("RE: "))
                }
            }
            it("is without the elements that the rules hide, and what is in them") {
                var rules = HTMLRules()
                rules.hiddenElements.insert("mx-reply")
                let html = "<mx-reply><blockquote>old</blockquote></mx-reply>new<script>x</script>"
                expect(RichText(html: html, rules: rules).text).to(equal("new"))
                expect(RichText(html: html).text).to(equal("old\nnew"))
            }
            it("knows where its links lead") {
                func link(_ html: String) -> RichText.Link? {
                    RichText(html: html).paragraphs.first?.spans.first?.style.link
                }
                expect(link(#"<a href="https://a.example/?b=1&amp;c=2&d">x</a>"#)).to(
                    equal(.init(.page, to: "https://a.example/?b=1&c=2&d"))
                )
                expect(link(#"<a class="u-url mention" href='/kim'>@kim</a>"#)).to(equal(.init(.mention, to: "/kim")))
                expect(link("<a rel=tag href=/tea>#tea</a>")).to(equal(.init(.tag, to: "/tea")))
                expect(link("<a name=top>x</a>")).to(equal(.init(.page, to: "")))
                expect(link("x")).to(beNil())
            }
            it("has every emoji, in any direction of writing") {
                let emojis = (0x1F000...0x1FAFF).compactMap(Unicode.Scalar.init).filter(\.properties.isEmoji)
                let text = String(String.UnicodeScalarView(emojis)) + " שלום \u{202E}abc\u{202C} مرحبا 👩‍👩‍👧‍👦🏳️‍🌈1️⃣🇩🇪"
                expect(RichText(html: "<p>\(text)</p>").text).to(equal(text))
            }
            it("begins with an excerpt of one line") {
                expect(RichText(html: "<p>One<br>two</p><p>three</p>").excerpt).to(equal("One two three"))
                expect(RichText(html: "<p> </p>").excerpt).to(beNil())
            }
        }
        describe("the cost of a text") {
            for (name, html, count) in Self.large {
                it("is in proportion to its length: \(name)") {
                    expect(RichText(html: html).text.unicodeScalars.count).to(equal(count))
                }
            }
        }
    }

    private static let dialects = [
        (
            "Mastodon",
            """
            <p><span class="h-card" translate="no"><a href="https://a.example/@kim" class="u-url mention">@<span>kim\
            </span></a></span> Look &amp; see:<br />it is <a href="https://a.example/tags/tea" class="mention hashtag" \
            rel="tag">#<span>tea</span></a></p><p>From <a href="https://long.example/a/b" rel="nofollow"><span \
            class="invisible">https://</span><span class="ellipsis">long.example/a</span><span class="invisible">/b\
            </span></a></p>
            """,
            "@[@kim] Look & see:⏎it is #[#tea]¶From [long.example/a…]"
        ),
        (
            "Akkoma",
            """
            <span class="h-card"><a class="u-url mention" data-user="9x" href="https://b.example/users/bo" \
            rel="ugc">@<span>bo</span></a></span> bare text<br/>and :blobcat:<br/><br/>a <a class="hashtag" \
            data-tag="mill" href="https://b.example/tag/mill">#mill</a>
            """,
            "@[@bo] bare text⏎and :blobcat:¶a #[#mill]"
        ),
        (
            "Friendica",
            """
            Hello @<a href="https://f.example/p/di" class="u-url mention" rel="noopener">di</a>, \
            #<a href="https://f.example/search?tag=tea" class="mention hashtag" rel="tag"><span>tea</span></a> \
            <img class="emoji" alt=":leaf:" title=":leaf:" src="https://f.example/leaf.png"><br><blockquote>Old \
            words</blockquote>New words
            """,
            "Hello @@[di], ##[tea] :leaf:¶> Old words¶New words"
        ),
        (
            "BookWyrm",
            """
            <p><blockquote>"It was a mill."</blockquote> -- <a href="https://b.example/book/1">The <i>Mill</i></a> \
            (p. 12)</p>
            """,
            "> \"It was a mill.\"¶-- [The ]/[Mill]/ (p. 12)"
        ),
        (
            "GoToSocial",
            """
            <h2>Plan</h2><ul><li>one</li><li><p>two</p><ol><li>a</li><li>b<br>c</li></ol></li></ul><pre><code \
            class="language-swift">let a = 1

              let b = &lt;2&gt;
            </code></pre><p><del>no</del> <strong>yes <em>so</em></strong> <code>x</code></p>
            """,
            "# Plan¶• one¶• two¶  1. a¶  2. b⏎c¶`let a = 1⏎⏎  let b = <2>`¶~no~ *yes */*so*/ `x`"
        ),
        ("nobody", "&hellip;&#39;&#x1F600;&nbsp;&#0;&#xD800;&unknown;&", "…'😀\u{A0}\u{FFFD}\u{FFFD}&unknown;&"),
        ("a script", "a<script>if (1 < 2) { x('<p>') }</script>b<STYLE>p {}</style><!-- c > d -->e", "abe"),
        ("a table", "<table><tr><th>a</th><td>b</td></tr><tr><td>c</td></tr></table>", "a b¶c"),
    ]

    private static let broken = [
        ("<p>a<p>b", "a¶b"), ("<b>a<i>b</b>c</i>d", "*a*/*b*/cd"), ("</p></b>a</blockquote>", "a"),
        ("1 < 2 <3", "1 < 2 <3"),
        ("a <", "a <"), ("a<b", "a<b"), ("a</", "a</"), ("<a href=\"x>a</a> b", "[a] b"),
        ("<a href='x'y=\"z\">a", "[a]"),
        ("<a href=x/y>a</a>", "[a]"), ("<p title=\"a > b\">c</p>", "c"), ("<!-- a", "<!-- a"), ("<!-- a > b", "b"),
        ("<script>a", ""), ("<unknown-tag x>a</unknown-tag>", "a"), ("<p/>a<br/>", "a"),
        ("<img alt=\"a &amp; b\">", "a & b"), ("<li>a</li>b", "• a¶b"),
        ("<ol><li></li><li>b</ol>c", "2. b¶c"), ("<span class=invisible><p>a</span>b", "b"), ("<>a</>", "<>a</>"),
        ("", ""),
    ]

    private static let large = [
        ("one cluster", "<p>e" + String(repeating: "\u{301}", count: 100_000) + "</p>", 100_001),
        ("nested tags", String(repeating: "<b>", count: 100_000) + "a", 1),
        ("nested quotations", String(repeating: "<blockquote>", count: 20_000) + "a", 1),
        (
            "ends of what has not begun",
            String(repeating: "<i>", count: 20_000) + String(repeating: "</b>", count: 20_000), 0
        ),
        ("what is no tag", String(repeating: "<", count: 40_000), 40_000),
        ("no end of any tag", String(repeating: "<a x=\">\" ", count: 20_000), 39_999),
        ("no end of any comment", String(repeating: "<!--", count: 20_000), 80_000),
        ("no end of any script", "<script>" + String(repeating: "</", count: 20_000), 0),
        ("no end of any entity", String(repeating: "&amp", count: 20_000), 80_000),
        ("line breaks", "a" + String(repeating: "<br>", count: 20_000) + "b", 3),
    ]
}

/// A text with its marks: `*strong*`, `/emphasis/`, `` `code` ``, `~struck~`, `[link]`, `@[mention]`, `#[tag]`.
private func marked(_ text: RichText) -> String { text.paragraphs.map(marked).joined(separator: "¶") }

private func marked(_ paragraph: RichText.Paragraph) -> String {
    var text = paragraph.spans.map(marked).joined().replacing("\n", with: "⏎")
    switch paragraph.kind {
    case .text: break
    case .heading: text = "# \(text)"
    case .code: text = text.replacing("``", with: "`")
    case .item(let bullet): text = String(repeating: "  ", count: max(0, paragraph.lists - 1)) + "\(bullet) \(text)"
    }
    return String(repeating: "> ", count: paragraph.quotations) + text
}

private func marked(_ span: RichText.Span) -> String {
    var text = span.text
    switch span.style.link?.kind {
    case nil: break
    case .page: text = "[\(text)]"
    case .mention: text = "@[\(text)]"
    case .tag: text = "#[\(text)]"
    }
    for (mark, sign) in [(RichText.Marks.strong, "*"), (.emphasis, "/"), (.code, "`"), (.struck, "~")]
    where span.style.marks.contains(mark) { text = sign + text + sign }
    return text
}
