/// Builds a sheet from the elements of a file: it separates rows from states, fills in each row, and puts replies below
/// the rows that they answer. Unusable parts are recorded as notices and skipped.
struct SheetBuilder {
    private let document: XFDFDocument
    private var notices = NoticeLog()

    init(_ document: XFDFDocument) {
        self.document = document
    }

    /// The sheet. Cost: O(elements), but for sorting them by page.
    consuming func sheet(file: String) -> Sheet {
        let annotations = annotations()
        let isForm = document.hasFields && document.elements.isEmpty
        let missing = isForm ? [Notice(.formOnly)] : document.hasAnnotations ? [] : [Notice(.noAnnotations)]
        return Sheet(file: file, document: document.pdf, annotations: annotations, notices: missing + notices.notices)
    }

    /// Which elements belong to some of a sheet's annotations: they themselves, what they answer, and their states.
    static func elements(_ document: XFDFDocument, of sheet: Sheet, keeping ids: Set<String>) -> [Bool] {
        var builder = SheetBuilder(document)
        let roles = document.elements.map { builder.role(of: $0) }
        let links = ReplyLinks(document.elements, roles)
        var names = UniqueNames(links.elementOfRow.map { document.elements[$0]["name"] })
        var kept = ids
        for annotation in sheet.annotations.reversed() where kept.contains(annotation.id) {
            if let parent = annotation.answer?.parent { kept.insert(sheet.annotations[parent].id) }
        }
        let isRowKept = links.elementOfRow.map { _ in kept.contains(names.next()) }
        var isKept = [Bool](repeating: false, count: document.elements.count)
        for (row, place) in links.elementOfRow.enumerated() { isKept[place] = isRowKept[row] }
        let rowOfElement = Dictionary(uniqueKeysWithValues: links.elementOfRow.enumerated().map { ($1, $0) })
        for place in document.elements.indices where rowOfElement[place] == nil {
            isKept[place] = links.row(above: place).map { isRowKept[$0] } ?? false
        }
        return isKept
    }

    private mutating func annotations() -> [Annotation] {
        let roles = document.elements.map { role(of: $0) }
        let links = ReplyLinks(document.elements, roles)
        var annotations = rows(roles, links)
        applyStates(roles, links, to: &annotations)
        var threads = ReplyThreads(parents: parents(links))
        for row in threads.cutCircles() { notices.add(.replyCircle, line: element(ofRow: row, links).line) }
        return threads.ordered(annotations, relations: relations(links))
    }

    private func element(ofRow row: Int, _ links: ReplyLinks) -> XFDFElement {
        document.elements[links.elementOfRow[row]]
    }

    /// An element with a state is no row, and neither is what says nothing to a reviewer: the window of another
    /// annotation, and a link or a field that nobody wrote anything to. Every other needs a page to stand on.
    private mutating func role(of element: XFDFElement) -> ElementRole {
        if element.kind == "popup" || element.isBareLink { return .unusable }
        if element["state"] != nil { return .state }
        if let text = element["page"], let page = Int(text), Annotation.pages.contains(page) { return .row(page: page) }
        notices.add(.noPage, line: element.line, example: element["page"] ?? element["name"])
        return .unusable
    }

    private mutating func rows(_ roles: [ElementRole], _ links: ReplyLinks) -> [Annotation] {
        var names = UniqueNames(links.elementOfRow.map { document.elements[$0]["name"] })
        return links.elementOfRow.map { place in
            let element = document.elements[place]
            return annotation(element, id: names.next(), role: roles[place])
        }
    }

    private mutating func annotation(_ element: XFDFElement, id: String, role: ElementRole) -> Annotation {
        Annotation(
            id: id,
            kind: element.kind,
            author: element["title"],
            subject: element["subject"],
            color: color(of: element),
            layer: element["layer"] ?? element["oc"],
            label: element["label"],
            page: role.page ?? 0,
            created: date("creationdate", of: element),
            modified: date("date", of: element),
            contents: element.contents,
            richContents: element.richContents
        )
    }

    private mutating func color(of element: XFDFElement) -> AnnotationColor? {
        guard let color = element["color"].map(AnnotationColor.init) else { return nil }
        if color.rgb == nil { notices.add(.noColor, line: element.line, example: color.text) }
        return color
    }

    private mutating func date(_ attribute: String, of element: XFDFElement) -> PDFDate? {
        guard let date = element[attribute].map(PDFDate.init) else { return nil }
        if date.components == nil { notices.add(.noDate, line: element.line, example: date.text) }
        return date
    }

    private mutating func applyStates(_ roles: [ElementRole], _ links: ReplyLinks, to annotations: inout [Annotation]) {
        var states = ReviewStates(rowCount: annotations.count)
        for (place, element) in document.elements.enumerated() where roles[place].isState {
            guard let row = links.row(above: place) else {
                notices.add(.stateWithoutParent, line: element.line, example: element["state"])
                continue
            }
            guard let model = ReviewStates.Model(of: element) else {
                notices.add(.unknownStateModel, line: element.line, example: element["statemodel"])
                continue
            }
            let dates = [date("date", of: element), date("creationdate", of: element)]
            let time = dates.lazy.compactMap { $0?.components?.secondsSince1970 }.first
            states.set(element["state"] ?? "", in: model, ofRow: row, at: time ?? .min)
        }
        for row in annotations.indices {
            annotations[row].status = states.status(ofRow: row)
            annotations[row].isMarked = states.isMarked(row: row)
        }
    }

    private mutating func parents(_ links: ReplyLinks) -> [Int?] {
        links.elementOfRow.map { place in
            let element = document.elements[place]
            let parent = links.row(above: place)
            if parent == nil, let name = element["inreplyto"] {
                notices.add(.replyWithoutParent, line: element.line, example: name)
            }
            return parent
        }
    }

    private func relations(_ links: ReplyLinks) -> [Annotation.Answer.Relation] {
        links.elementOfRow.map { place in
            let type = document.elements[place]["replyType"] ?? ""
            return type.caseInsensitiveEquals("group") ? .groupMember : .reply
        }
    }
}

extension XFDFElement {
    fileprivate var isBareLink: Bool {
        ["link", "widget"].contains(kind) && contents.isEmpty && richContents.isEmpty && self["title"] == nil
    }
}

/// What an element is to the sheet.
enum ElementRole {
    /// A row, on a page counted from 0.
    case row(page: Int)
    /// A state of the annotation that it replies to.
    case state
    /// Nothing: it lacks what a row needs, or is no mark-up.
    case unusable

    var page: Int? { if case .row(let page) = self { page } else { nil } }
    var isState: Bool { if case .state = self { true } else { false } }
}
