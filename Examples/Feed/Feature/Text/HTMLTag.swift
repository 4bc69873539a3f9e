/// A tag of HTML, with what matters of its attributes. Others are not known here: what stands in them is shown as if
/// they were not there.
struct HTMLTag {
    enum Name: String, CaseIterable {
        case a, b, strong, i, em, del, s, strike, code, span, img, br
        case p, div, pre, blockquote, ul, ol, li, hr, h1, h2, h3, h4, h5, h6, table, tr, td, th
        case section, article, header, footer, figure, figcaption, dl, dt, dd, details, summary
    }

    /// The tags by their names.
    static let names = Dictionary(uniqueKeysWithValues: Name.allCases.map { ($0.rawValue, $0) })

    let name: Name
    let isEnd: Bool
    /// Whether it has no end, such as `<br>`.
    var isEmpty = false
    var classes: [Substring] = []
    var relation = ""
    /// The HTML of the text in place of an image.
    var alternative = ""

    init(_ name: Name, isEnd: Bool) {
        (self.name, self.isEnd) = (name, isEnd)
        isEmpty = name == .br || name == .hr || name == .img
    }

    mutating func set(_ attribute: String, _ value: ArraySlice<UInt8>) {
        switch attribute {
        case "class": classes = String(decoding: value, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        case "rel": relation = String(decoding: value, as: UTF8.self)
        case "alt": alternative = String(decoding: value, as: UTF8.self)
        default: return
        }
    }

    /// Where the text in it leads; nil if it leads nowhere.
    var link: TextSpan.Link? {
        guard name == .a else { return nil }
        if classes.contains("hashtag") || relation == "tag" { return .tag }
        return classes.contains("mention") ? .mention : .page
    }

    /// How the text in it is marked.
    var marks: TextSpan.Marks {
        switch name {
        case .b, .strong: .strong
        case .i, .em: .emphasis
        case .code: .code
        case .del, .s, .strike: .struck
        default: []
        }
    }

    /// The kind of the paragraph that begins with it, and of the one behind it; nil if none does.
    var paragraph: Paragraph.Kind? {
        switch name {
        case .a, .b, .strong, .i, .em, .del, .s, .strike, .code, .span, .img, .br, .td, .th: nil
        case .h1, .h2, .h3, .h4, .h5, .h6: isEnd ? .text : .heading
        case .pre: isEnd ? .text : .code
        default: .text
        }
    }
}
