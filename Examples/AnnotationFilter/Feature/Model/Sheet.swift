import Foundation
import Millrace

/// The annotations of one file, in the order in which they are shown, ready to be filtered.
///
/// Threads stand in the order of their pages, and within a page as in the file. What answers an annotation stands
/// below it. A sheet never changes; opening another file makes another sheet. Copies share one storage, and
/// comparing a sheet with its own copy costs nothing, however many annotations it has. What edits change of it costs the
/// same in a sheet of any size.
public struct Sheet: Sendable {
    /// The paths that the sheet was read from, as they were given: one, or several that are open as one list.
    public private(set) var files: [String]
    /// The names of the sheets in the list, in their order; empty where there is one.
    public let names: [String]
    /// The PDF that the file says it belongs to.
    public let document: String?
    /// Every annotation, answers below what they answer, by threads.
    public private(set) var threads: Table<SheetThread>
    /// How many annotations there are.
    public private(set) var count: Int
    /// What could not be taken from the file as it stands.
    public let notices: [Notice]
    /// Every filter that the annotations give rise to.
    public private(set) var index: FilterIndex
    /// What the sheet was read from; nil where it is not one file's. Not compared: it says nothing more of the
    /// annotations.
    var origin: SheetOrigin?
    /// In which threads annotations stand that do not start them.
    private var answers: Table<AnswerPlace>

    /// In which thread an annotation stands.
    private struct AnswerPlace: Identifiable, Sendable {
        let id: Annotation.ID
        let thread: SheetThread.ID
    }

    /// Makes a sheet of annotations that are already in order, each with a name of its own. Cost: O(n log n).
    public init(
        file: String,
        document: String? = nil,
        annotations: [Annotation],
        notices: [Notice] = [],
        files: [String]? = nil,
        names: [String] = []
    ) {
        var folding = SearchFolding()
        let rows = annotations.map { SheetThread.Row($0, folding: &folding) }
        self.init(file: file, document: document, rows: rows, notices: notices, files: files, names: names)
    }

    /// Makes a sheet of rows that are in order.
    init(
        file: String,
        document: String?,
        rows: [SheetThread.Row],
        notices: [Notice],
        files: [String]? = nil,
        names: [String] = []
    ) {
        self.files = files ?? [file]
        self.names = names
        self.document = document
        let starts = rows.indices.filter { $0 == 0 || rows[$0].annotation.answer == nil }
        let threads = zip(starts, starts.dropFirst() + [rows.count]).map { SheetThread(rows[$0..<$1]) }
        self.threads = Table(threads)
        answers = Table(
            threads.flatMap { thread in
                thread.rows.dropFirst().map { AnswerPlace(id: $0.annotation.id, thread: thread.id) }
            }
        )
        count = rows.count
        self.notices = notices
        self.index = FilterIndex(threads)
    }

    /// A sheet without annotations, to begin with.
    public static let empty = Sheet(file: "", annotations: [])

    /// The path that the sheet was read from; of several the first.
    public var file: String { files.first ?? "" }

    /// The file's name without its folders.
    public var title: String { names.isEmpty ? Self.name(of: file) : names.joined(separator: ", ") }

    static func name(of file: String) -> String { file.split(separator: "/").last.map(String.init) ?? file }
}

extension Sheet {
    /// Every annotation, answers below what they answer. Cost: O(annotations).
    public var annotations: [Annotation] { threads.flatMap { $0.rows.lazy.map(\.annotation) } }

    /// The annotation of a name; nil where there is none. Cost: O(its thread + log n).
    public subscript(id id: Annotation.ID) -> Annotation? {
        place(of: id).map { $0.thread.rows[$0.position].annotation }
    }

    /// Where an annotation stands; nil where there is none of this name. Cost: O(its thread + log n).
    func place(of id: Annotation.ID) -> (thread: SheetThread, position: Int)? {
        guard let thread = threads[id: answers[id: id]?.thread ?? id] else { return nil }
        return thread.position(of: id).map { (thread, $0) }
    }

    /// What an annotation of the sheet answers; nil where it answers nothing. Cost: O(its thread + log n).
    func parent(of annotation: Annotation) -> Annotation? {
        guard let parent = annotation.answer?.parent else { return nil }
        return place(of: annotation.id)?.thread.rows[parent].annotation
    }

    /// The sheet under another path.
    func at(_ file: String) -> Sheet {
        var sheet = self
        sheet.files = [file]
        return sheet
    }

    /// Changes an annotation that is there, but not its name and not what it answers. Cost: O(its thread + log n).
    mutating func update(_ id: Annotation.ID, _ change: (inout Annotation) -> Void) {
        guard let (thread, position) = place(of: id) else { return }
        threads[id: thread.id]?.update(at: position, change)
        guard let changed = threads[id: thread.id]?.rows[position].annotation else { return }
        index.replace(thread.rows[position].annotation, by: changed)
    }

    /// Adds a reply to an annotation that is there. Nothing else has its name. Cost: O(its thread + log n).
    mutating func insert(_ reply: Annotation, below parent: Annotation.ID) {
        guard let (thread, position) = place(of: parent) else { return }
        threads[id: thread.id]?.insert(reply, below: position)
        answers.append(AnswerPlace(id: reply.id, thread: thread.id))
        count += 1
        index.insert(reply)
    }
}

extension Sheet: Equatable {
    /// The index follows from the annotations, so it is not compared; of two tables only what they do not share is.
    public static func == (left: Sheet, right: Sheet) -> Bool {
        left.files == right.files && left.names == right.names && left.document == right.document
            && left.threads == right.threads
            && left.notices == right.notices
    }
}

extension Sheet: CustomReflectable {
    /// What the sheet is compared by, which is also what a description of a difference should name.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "files": files, "names": names, "document": document as Any, "annotations": annotations,
                "notices": notices,
            ],
            displayStyle: .struct
        )
    }
}

extension Sheet: Codable {
    private enum CodingKeys: CodingKey {
        case files, names, document, annotations, notices, source
    }

    /// Writes the sheet: the bytes that it was read from, or else what it is made of.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(files, forKey: .files)
        if let origin { return try values.encode(origin.data, forKey: .source) }
        try values.encode(names, forKey: .names)
        try values.encodeIfPresent(document, forKey: .document)
        try values.encode(annotations, forKey: .annotations)
        try values.encode(notices, forKey: .notices)
    }

    /// Reads a sheet. Fails where its bytes are no XFDF, or its annotations are none that were read from a file: where a name stands twice, a
    /// page is none, or an answer does not stand below what it answers. Cost: O(annotations).
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let files = try values.decode([String].self, forKey: .files)
        if let source = try values.decodeIfPresent(Data.self, forKey: .source) {
            self = try XFDFReader.read(source, file: files.first ?? "")
            return
        }
        let annotations = try values.decode([Annotation].self, forKey: .annotations)
        guard Set(annotations.map(\.id)).count == annotations.count, Self.areInOrder(annotations) else {
            throw DecodingError.dataCorruptedError(forKey: .annotations, in: values, debugDescription: "no sheet's")
        }
        self.init(
            file: "",
            document: try values.decodeIfPresent(String.self, forKey: .document),
            annotations: annotations,
            notices: try values.decode([Notice].self, forKey: .notices),
            files: files,
            names: try values.decode([String].self, forKey: .names)
        )
    }

    /// Whether all have pages, and stand below what they answer.
    private static func areInOrder(_ annotations: [Annotation]) -> Bool {
        /// The positions in their thread of the annotation before and of what it answers, one a depth.
        var branch: [Int] = []
        var position = 0
        return annotations.allSatisfy { annotation in
            guard Annotation.pages.contains(annotation.page) else { return false }
            guard let answer = annotation.answer else {
                (branch, position) = ([0], 1)
                return true
            }
            guard answer.depth > 0, answer.depth <= branch.count, branch[answer.depth - 1] == answer.parent else {
                return false
            }
            branch.removeLast(branch.count - answer.depth)
            branch.append(position)
            position += 1
            return true
        }
    }
}
