/// Builds a sheet from the elements of a file: it separates rows from states, fills in each row, and puts replies below
/// the rows that they answer. Unusable parts are recorded as notices and skipped.
struct SheetBuilder: Sendable {
    private var elements: [SheetElement] = []
    /// For each element the row that it is, as it stands alone; nil for what is no row. Empty once the sheet is made.
    private var rows: [SheetThread.Row?] = []
    private var folding = SearchFolding()
    private var notices: [Notice.Problem: Notice] = [:]

    /// How many elements were added.
    var count: Int { elements.count }

    /// Adds the next element of the file.
    mutating func append(_ element: XFDFElement) {
        let (role, row) = role(of: element)
        let isMember = element["replyType"]?.caseInsensitiveEquals("group") ?? false
        let added = SheetElement(
            name: element["name"],
            parentName: element["inreplyto"],
            relation: isMember ? .groupMember : .reply,
            line: element.line,
            rect: element["rect"],
            role: role
        )
        elements.append(added)
        rows.append(row.map { SheetThread.Row($0, folding: &folding) })
    }

    /// Notes a command to change the annotations of another file, which is not carried out.
    mutating func noteCommand(_ command: String, line: Int) { notices.add(.command, line: line, example: command) }

    /// Makes the sheet. What is kept of the elements are not the rows, which the sheet has now. Cost: O(elements), but
    /// for sorting them by page.
    ///
    /// - Parameter document: What else the file holds.
    mutating func takeSheet(file: String, of document: XFDFDocument) -> Sheet {
        var notices = notices
        let parents = elements.parents
        var rows = exchange(&rows, with: [])
        for (place, name) in elements.rowNames.enumerated() {
            guard let name, let row = rows[place], row.annotation.id != name else { continue }
            rows[place] = row.keepingText { $0.id = name }
        }
        applyStates(parents, to: &rows, &notices)
        for (element, parent) in zip(elements, parents) where element.page != nil && parent == nil {
            guard let name = element.parentName else { continue }
            notices.add(.replyWithoutParent, line: element.line, example: name)
        }
        var threads = ReplyThreads(parents: parents)
        for place in threads.cutCycles() { notices.add(.replyCycle, line: elements[place].line) }
        let ordered = threads.ordered(rows, relations: elements.map(\.relation))
        let isForm = document.hasFields && elements.isEmpty
        let isComplete = document.hasCommands || document.hasAnnotations && !isForm
        let missing = isComplete ? [] : [Notice(isForm ? .formOnly : .noAnnotations)]
        return Sheet(file: file, document: document.pdf, rows: ordered, notices: missing + notices.notices)
    }

    /// Which elements belong to some of a sheet's annotations: they themselves, what they answer, and their states.
    func kept(_ ids: Set<String>, of sheet: Sheet) -> [Bool] {
        var kept = ids
        for thread in sheet.threads {
            for row in thread.rows.reversed() where kept.contains(row.annotation.id) {
                if let parent = row.annotation.answer?.parent { kept.insert(thread.rows[parent].annotation.id) }
            }
        }
        let names = elements.rowNames
        return zip(names, elements.parents).map { name, parent in
            // What is no row goes with the row that it speaks of.
            guard let name = name ?? parent.flatMap({ names[$0] }) else { return false }
            return kept.contains(name)
        }
    }

    /// The latest state of each model counts, whoever set it; of several with the same date, the last in the file.
    private func applyStates(
        _ parents: [Int?],
        to rows: inout [SheetThread.Row?],
        _ notices: inout [Notice.Problem: Notice]
    ) {
        var changes: [(row: Int, state: ReviewState)] = []
        for (element, parent) in zip(elements, parents) {
            guard let state = element.state else { continue }
            if let parent {
                changes.append((parent, state))
            } else {
                notices.add(.stateWithoutParent, line: element.line, example: state.name)
            }
        }
        for (row, state) in changes.sorted(by: { $0.state.time < $1.state.time }) {
            guard var annotation = rows[row]?.annotation else { continue }
            state.apply(to: &annotation)
            rows[row] = SheetThread.Row(annotation)
        }
    }

    /// An element as a row that stands alone; nil where it is none.
    static func row(_ element: XFDFElement) -> Annotation? {
        var builder = SheetBuilder()
        builder.append(element)
        return builder.rows.first??.annotation
    }

    /// An element as a state of what it replies to; nil where it is none.
    static func state(_ element: XFDFElement) -> ReviewState? {
        var builder = SheetBuilder()
        builder.append(element)
        return builder.elements.first?.state
    }

    /// What the elements are to edits of them. Cost: O(elements).
    var targets: EditTargets {
        let (parents, rowNames) = (elements.parents, elements.rowNames)
        let names = Dictionary(zip(elements.map(\.name), elements.indices)) { first, _ in first }
        var targets = EditTargets(names: Set(elements.compactMap(\.name)))
        for (place, element) in elements.enumerated() {
            // Where the name belongs to another element, or is none of the file's, nothing can refer to the row.
            guard let page = element.page, let name = rowNames[place], element.name == name, names[name] == place else {
                continue
            }
            targets.rows[name] = .init(page: page, rect: element.rect)
        }
        for (element, parent) in zip(elements, parents) {
            guard let state = element.state, let model = state.model, let row = parent.flatMap({ rowNames[$0] }) else {
                continue
            }
            let former = targets.rows[row]?.states[model]
            if former.map({ $0.time <= state.time }) ?? true { targets.rows[row]?.states[model] = state }
        }
        return targets
    }

    /// An element with a state is no row, and neither is what says nothing to a reviewer: the window of another
    /// annotation, and a link or a field that nobody wrote anything to. Every other needs a page to stand on.
    private mutating func role(of element: XFDFElement) -> (SheetElement.Role, row: Annotation?) {
        if element.kind == "popup" || element.isBareLink { return (.unusable, nil) }
        if element["state"] != nil { return (.state(state(element)), nil) }
        if let text = element["page"], let page = Int(text), Annotation.pages.contains(page) {
            return (.row(page: page), annotation(element, page: page))
        }
        notices.add(.noPage, line: element.line, example: element["page"] ?? element["name"])
        return (.unusable, nil)
    }

    private mutating func state(_ element: XFDFElement) -> ReviewState {
        let state = ReviewState(element, dates: [date("date", of: element), date("creationdate", of: element)])
        if state.model == nil {
            notices.add(.unknownStateModel, line: element.line, example: element["statemodel"])
        }
        return state
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
}

extension XFDFElement {
    fileprivate var isBareLink: Bool {
        ["link", "widget"].contains(kind) && contents.isEmpty && richContents.isEmpty && self["title"] == nil
    }
}
