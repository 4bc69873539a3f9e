/// A tag of HTML, with the attributes that matter. Other tags are not known here: their contents are shown as if they
/// were not there.
struct HTMLTag {
    enum Name: String, CaseIterable {
        case a, b, strong, i, em, u, del, s, strike, code, span, img, br
        case p, div, pre, blockquote, ul, ol, li, hr, h1, h2, h3, h4, h5, h6, table, tr, td, th
        case section, article, header, footer, figure, figcaption, dl, dt, dd, details, summary
    }

    /// The tags by their names.
    static let names = Dictionary(uniqueKeysWithValues: Name.allCases.map { ($0.rawValue, $0) })

    let name: Name
    let isEnd: Bool
    /// Whether it has no end, such as `<br>`.
    var isEmpty = false
    private var classes: [Substring] = []
    private var relation = ""
    private var address = ""
    /// The text in place of an image.
    private(set) var alternative = ""

    init(_ name: Name, isEnd: Bool) {
        (self.name, self.isEnd) = (name, isEnd)
        isEmpty = name == .br || name == .hr || name == .img
    }

    mutating func set(_ attribute: String, _ value: ArraySlice<UInt8>) {
        switch attribute {
        case "class": classes = String(decoding: value, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        case "rel": relation = String(decoding: value, as: UTF8.self)
        case "href": address = HTMLEntity.decoded(value)
        case "alt": alternative = HTMLEntity.decoded(value)
        default: return
        }
    }

    /// Where the text in it leads; nil if it leads nowhere.
    var link: RichText.Link? {
        guard name == .a else { return nil }
        let isTag = classes.contains("hashtag") || relation == "tag"
        return RichText.Link(isTag ? .tag : classes.contains("mention") ? .mention : .page, to: address)
    }

    /// Whether it has one of some classes. O(classes).
    func hasClass(in others: Set<String>) -> Bool {
        !classes.isEmpty && classes.contains { others.contains(String($0)) }
    }

    /// How the text in it is marked.
    var marks: RichText.Marks {
        switch name {
        case .b, .strong: .strong
        case .i, .em, .u: .emphasis
        case .code: .code
        case .del, .s, .strike: .struck
        default: []
        }
    }

    /// The kind of the paragraph that begins with it, and of the one behind it; nil if none does.
    var paragraph: RichText.Paragraph.Kind? {
        switch name {
        case .a, .b, .strong, .i, .em, .u, .del, .s, .strike, .code, .span, .img, .br, .td, .th: nil
        case .h1, .h2, .h3, .h4, .h5, .h6: isEnd ? .text : .heading
        case .pre: isEnd ? .text : .code
        default: .text
        }
    }
}
