extension RichText {
    /// Reads the HTML of a post.
    init(html: String, isQuoteShown: Bool = false) {
        if !html.isEmpty { paragraphs = [Paragraph(spans: [TextSpan(text: html)])] }
    }

    /// How the text begins, in one line; nil if there is none.
    var excerpt: String? { text.isEmpty ? nil : String(text.prefix(100)) }
}
