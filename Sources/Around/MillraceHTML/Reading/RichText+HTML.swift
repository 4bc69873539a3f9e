extension RichText {
    /// Reads HTML, such as that of a post or a message. O(length), whatever it is.
    ///
    /// Anybody may have sent it: whatever it is, the result is a text. An unknown tag is left out, and its content
    /// shown; scripts are not. Blanks and line breaks between words are one blank, as in a browser.
    ///
    /// - Parameters:
    ///   - html: The HTML, without a document around it.
    ///   - rules: The parts that are not shown.
    public init(html: String, rules: HTMLRules = HTMLRules()) {
        var reader = HTMLReader(rules: rules)
        for token in HTMLTokens(html, hiding: rules.hiddenElements) {
            switch token {
            case .text(let bytes): reader.read(bytes)
            case .tag(let tag): reader.read(tag)
            }
        }
        self.init(reader.finished())
    }
}

/// Follows the tags of HTML, and puts the text between them where it belongs.
private struct HTMLReader {
    /// How text is shown at a place of the HTML.
    private struct Place {
        var style = RichText.Style()
        var quotations = 0
        var lists = 0
        var isHidden = false
        var isPreformatted = false
    }

    /// A tag that is open, and the place before it.
    private struct Open {
        let name: HTMLTag.Name
        let outside: Place
        /// Whether the text in it was cut, so that it ends with an ellipsis.
        let isCut: Bool
    }

    let rules: HTMLRules
    private var place = Place()
    private var open: [Open] = []
    /// How many tags of each name are open: an end without a beginning costs nothing.
    private var counts: [HTMLTag.Name: Int] = [:]
    /// The number of the next item in each list that is open; nil for a list of bullets.
    private var numbers: [Int?] = []
    private var paragraphs = ParagraphBuilder()

    init(rules: HTMLRules) { self.rules = rules }

    mutating func finished() -> [RichText.Paragraph] { paragraphs.finished() }

    mutating func read(_ text: ArraySlice<UInt8>) {
        if !place.isHidden { paragraphs.append(text, place.style, isPreformatted: place.isPreformatted) }
    }

    mutating func read(_ tag: HTMLTag) {
        guard tag.isEnd else { return begin(tag) }
        guard counts[tag.name, default: 0] > 0 else { return }
        while let last = open.popLast() {
            counts[last.name, default: 1] -= 1
            if last.isCut { read(Array("…".utf8)[...]) }
            if last.name == .ul || last.name == .ol { numbers.removeLast() }
            place = last.outside
            if last.name == tag.name { break }
        }
        guard !place.isHidden, let kind = tag.paragraph else { return }
        paragraphs.begin(kind, quotations: place.quotations, lists: place.lists, behind: tag.name == .li)
    }

    private mutating func begin(_ tag: HTMLTag) {
        let outside = place
        place.style.marks.formUnion(tag.marks)
        place.style.link = tag.link ?? place.style.link
        if tag.hasClass(in: rules.hiddenClasses) { place.isHidden = true }
        switch tag.name {
        case .pre: place.isPreformatted = true
        case .blockquote: place.quotations += 1
        case .ul, .ol: place.lists += 1
        default: break
        }
        if !place.isHidden { show(tag) }
        guard !tag.isEmpty else {
            place = outside
            return
        }
        if tag.name == .ul || tag.name == .ol { numbers.append(tag.name == .ol ? 1 : nil) }
        counts[tag.name, default: 0] += 1
        open.append(Open(name: tag.name, outside: outside, isCut: tag.hasClass(in: rules.cutClasses)))
    }

    /// Shows the mark of a tag itself.
    private mutating func show(_ tag: HTMLTag) {
        switch tag.name {
        case .br: paragraphs.breakLine()
        case .img: read(Array(tag.alternative.utf8)[...])
        case .td, .th: read(Array(" ".utf8)[...])
        default:
            guard let kind = tag.name == .li ? .item(bullet()) : tag.paragraph else { return }
            paragraphs.begin(kind, quotations: place.quotations, lists: place.lists)
        }
    }

    /// The bullet or the number of the next item.
    private mutating func bullet() -> String {
        guard let number = numbers.last, let number else { return "•" }
        numbers[numbers.count - 1] = number + 1
        return "\(number)."
    }
}
