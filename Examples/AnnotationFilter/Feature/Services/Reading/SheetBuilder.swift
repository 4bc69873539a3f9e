/// Builds a sheet from the elements of a file: it separates rows from states, fills in each row, and puts replies below
/// the rows that they answer. Unusable parts are recorded as notices and skipped.
struct SheetBuilder {
    /// The rows in the order of the file, as each stands alone.
    private var rows: [Annotation] = []
    /// The elements of the file, as far as they refer to each other.
    private var links = ReplyLinks()
    private var states: [ReviewStates.Change] = []
    private var notices = NoticeLog()

    /// How many elements there are so far.
    var elementCount: Int { links.count }

    /// Adds the next element of the file.
    mutating func append(_ element: XFDFElement) {
        let role = role(of: element)
        links.append(element, isRow: role.page != nil, isState: role.isState)
        switch role {
        case .row(let page): rows.append(annotation(element, page: page))
        case .state: appendState(element)
        case .unusable: break
        }
    }

    /// The sheet of what there is so far. Cost: O(elements), but for sorting them by page.
    ///
    /// - Parameter document: What else the file holds; nil where it has not been read to its end.
    func sheet(file: String, of document: XFDFDocument? = nil) -> Sheet {
        var notices = notices
        let parents = links.parents
        var annotations = named(rows)
        applyStates(parents, to: &annotations, &notices)
        for row in links.rowsWithoutParent(parents) {
            notices.add(.replyWithoutParent, line: links.line(ofRow: row), example: links.parentName(ofRow: row))
        }
        var threads = ReplyThreads(parents: links.elementOfRow.map { parents[$0] })
        for row in threads.cutCycles() { notices.add(.replyCycle, line: links.line(ofRow: row)) }
        let ordered = threads.ordered(annotations, relations: links.relations)
        guard let document else { return Sheet(file: file, annotations: ordered) }
        let isForm = document.hasFields && document.elementCount == 0
        let missing = isForm ? [Notice(.formOnly)] : document.hasAnnotations ? [] : [Notice(.noAnnotations)]
        return Sheet(file: file, document: document.pdf, annotations: ordered, notices: missing + notices.notices)
    }

    /// Which elements belong to some of a sheet's annotations: they themselves, what they answer, and their states.
    func elements(of sheet: Sheet, keeping ids: Set<String>) -> [Bool] {
        var kept = ids
        for annotation in sheet.annotations.reversed() where kept.contains(annotation.id) {
            if let parent = annotation.answer?.parent { kept.insert(sheet.annotations[parent].id) }
        }
        let isRowKept = named(rows).map { kept.contains($0.id) }
        // What is no row goes with the row that it speaks of.
        var isKept = links.parents.map { $0.map { isRowKept[$0] } ?? false }
        for (row, element) in links.elementOfRow.enumerated() { isKept[element] = isRowKept[row] }
        return isKept
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

    private mutating func annotation(_ element: XFDFElement, page: Int) -> Annotation {
        Annotation(
            id: element["name"] ?? "",
            kind: element.kind,
            author: element["title"],
            subject: element["subject"],
            color: color(of: element),
            layer: element["layer"] ?? element["oc"],
            label: element["label"],
            page: page,
            created: date("creationdate", of: element),
            modified: date("date", of: element),
            contents: element.contents,
            richContents: element.richContents,
            quantity: quantity(of: element)
        )
    }

    private mutating func quantity(of element: XFDFElement) -> Quantity? {
        guard let quantity = QuantityReader(element).quantity else { return nil }
        if let problem = quantity.problem {
            notices.add(.noQuantity, line: element.line, example: problem.description)
        }
        return quantity
    }

    /// The rows with names of their own.
    private func named(_ rows: [Annotation]) -> [Annotation] {
        var names = UniqueNames(links.elementOfRow.map { links.names[$0] })
        return rows.map { row in
            var row = row
            let name = names.next()
            if row.id != name { row.id = name }
            return row
        }
    }

    private mutating func color(of element: XFDFElement) -> AnnotationColor? {
        guard let color = element["color"].map(AnnotationColor.init) else { return nil }
        if color.rgb == nil { notices.add(.noColor, line: element.line, example: color.text) }
        return color
    }

    private mutating func date(_ attribute: String, of element: XFDFElement) -> PDFDate? {
        guard let date = element[attribute].map(PDFDate.init) else { return nil }
        if !date.isDate { notices.add(.noDate, line: element.line, example: date.text) }
        return date
    }

    private mutating func appendState(_ element: XFDFElement) {
        let dates = [date("date", of: element), date("creationdate", of: element)]
        let change = ReviewStates.Change(
            element: elementCount - 1,
            model: ReviewStates.Model(of: element),
            modelName: element["statemodel"],
            state: element["state"] ?? "",
            time: dates.lazy.compactMap { $0?.components?.secondsSince1970 }.first ?? .min
        )
        states.append(change)
    }

    private func applyStates(_ parents: [Int?], to annotations: inout [Annotation], _ notices: inout NoticeLog) {
        var latest = ReviewStates()
        for change in states {
            let line = links.lines[change.element]
            if parents[change.element] == nil {
                notices.add(.stateWithoutParent, line: line, example: change.state)
            } else if change.model == nil {
                notices.add(.unknownStateModel, line: line, example: change.modelName)
            } else if let row = parents[change.element] {
                latest.apply(change, toRow: row)
            }
        }
        for row in annotations.indices {
            if let status = latest.status(ofRow: row) { annotations[row].status = status }
            if latest.isMarked(row: row) { annotations[row].isMarked = true }
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
