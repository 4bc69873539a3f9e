import Foundation
import Millrace
import MillraceJournal
import MillraceStorage

/// Keeps the edits that are not saved, each sheet's in a journal of its own beside the sheet, in the turn in which they
/// are made. When the sheet is opened again, however the program has ended, they are there.
///
/// A sheet that nobody edits gets no journal. One that is there when its sheet is opened is opened too. A journal belongs
/// to one program, until that ends: others can read the sheet, and not edit it.
public final class EditJournals {
    /// A journal, with the edits that it keeps.
    private struct Opened {
        let journal: Journal
        let store: Store<Table<SheetEdit>>
    }

    private struct KeepEdits: Action { let edits: Table<SheetEdit> }

    /// What is kept, of which sheet.
    private struct Kept: Equatable {
        let files: [String]
        let origin: ObjectIdentifier?
        let edits: Table<SheetEdit>
        let areRestored: Bool
    }

    private let store: AnnotationFilterStore
    private let state: URL
    private let fileSystem: FileSystem
    private let makeFolder: (URL) throws -> Void
    private let makeDispatcher: () -> Dispatcher
    private let tell: (String) -> Void
    private var opened: [URL: Opened] = [:]
    private var bindings = SubscriptionBag()
    /// The place that was asked for last: to find it, links are followed.
    private var last: (origin: SheetOrigin?, files: [String], place: SheetPlace?)?
    /// Whether the user has not been told yet of edits that were kept.
    private var isNews = false

    /// Begins to keep the edits of a store. Make histories and recordings of it before.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - state: The folder for the edits of sheets that are no files, or beside which nothing can be written; nil for
    ///     the user's, `$XDG_STATE_HOME/annotation-filter/edits`.
    ///   - makeDispatcher: Makes a dispatcher for a journal, in the isolation of the store's.
    ///   - tell: Receives what the user should know of a sheet that is opened.
    public convenience init(
        of store: AnnotationFilterStore,
        in state: URL? = nil,
        on makeDispatcher: @escaping () -> Dispatcher,
        tell: @escaping (String) -> Void
    ) {
        self.init(
            of: store,
            in: state,
            fileSystem: .system,
            makeFolder: { try FileManager.default.createDirectory(at: $0, withIntermediateDirectories: true) },
            on: makeDispatcher,
            tell: tell
        )
    }

    /// Begins to keep the edits of a store in the files of another file system.
    init(
        of store: AnnotationFilterStore,
        in state: URL?,
        fileSystem: FileSystem,
        makeFolder: @escaping (URL) throws -> Void,
        on makeDispatcher: @escaping () -> Dispatcher,
        tell: @escaping (String) -> Void
    ) {
        self.store = store
        self.state = state ?? SheetPlace.state
        (self.fileSystem, self.makeFolder) = (fileSystem, makeFolder)
        (self.makeDispatcher, self.tell) = (makeDispatcher, tell)
        store.state.select { state in
            Kept(
                files: state.sheet.files,
                origin: state.edits.areRestored ? nil : state.sheet.origin.map(ObjectIdentifier.init),
                edits: state.edits.table,
                areRestored: state.edits.areRestored
            )
        }.observe { [weak self] in self?.keep($0) }.store(in: bindings)
    }

    /// The edits that the journals keep, by their folders.
    var kept: [String: [SheetEdit]] {
        Dictionary(uniqueKeysWithValues: opened.map { ($0.path, Array($1.store.state.value)) })
    }

    private var sheet: Sheet { store.state.value.sheet }

    private func place(of sheet: Sheet) -> SheetPlace? {
        if let last, last.origin === sheet.origin, last.files == sheet.files { return last.place }
        let place = SheetPlace(sheet, state: state)
        last = (sheet.origin, sheet.files, place)
        return place
    }

    private func keep(_ kept: Kept) {
        guard let place = place(of: sheet) else { return }
        if kept.areRestored {
            if isNews, let line = store.state.value.edits.summary { tell("\(sheet.title.oneLine): \(line)") }
            isNews = false
            guard let opened = opened[place.folder], opened.store.state.value != kept.edits else { return }
            opened.store.dispatcher.dispatch(KeepEdits(edits: kept.edits))
        } else if opened[place.folder] != nil || FileManager.default.fileExists(atPath: place.folder.path) {
            do {
                isNews = true
                try restore(place)
            } catch {
                isNews = false
                tell("\(error)")
            }
        }
    }

    /// Makes sure that edits of the sheet that is open are kept from now on: those that another program has left are
    /// shown, too.
    ///
    /// - Throws: A ``FileProblem`` if another program edits the sheet, or nothing can be written.
    func claim() throws {
        guard let place = place(of: sheet) else { return }
        if opened[place.folder] == nil || !store.state.value.edits.areRestored { try restore(place) }
    }

    private func restore(_ place: SheetPlace) throws {
        let opened = try open(place, of: sheet)
        store.dispatcher.dispatch(RestoreEdits(files: sheet.files, edits: Array(opened.store.state.value)))
    }

    private func open(_ place: SheetPlace, of sheet: Sheet) throws -> Opened {
        if let opened = opened[place.folder] { return opened }
        let name = sheet.title.oneLine
        do {
            try makeFolder(place.folder)
            let dispatcher = makeDispatcher()
            let journal = try Journal(
                place.folder,
                on: dispatcher,
                onDamage: .openSoundPart,
                fileSystem: fileSystem
            )
            let edits = Store(Table<SheetEdit>(), on: dispatcher, name: "edits") { store in
                store.on(KeepEdits.self) { $0 = $1.edits }
            }
            try journal.keep(edits) { $0.table(\.self, as: "edits") }
            if journal.findings.contains(where: { $0.kind == .damaged }) {
                tell("\(place.folder.path) is damaged: the edits before the damage are there. To fix: look at \(name).")
            }
            opened[place.folder] = Opened(journal: journal, store: edits)
            return Opened(journal: journal, store: edits)
        } catch AppendLogError.inUse {
            throw FileProblem(
                description: "\(name) is edited by another program, and can only be read here. To fix: end that one."
            )
        } catch {
            throw FileProblem(
                description: "edits of \(name) cannot be kept in \(place.folder.path): \(error) "
                    + "To fix: make room, or that folder one that can be written."
            )
        }
    }

    /// Waits until the edits of the sheet that is open are on the medium.
    ///
    /// - Throws: A ``FileProblem`` if they do not come there.
    func synchronize() throws {
        guard let place = place(of: sheet), let journal = opened[place.folder]?.journal else { return }
        do {
            try journal.synchronize()
        } catch {
            let reason = "what was done is seen, but not kept in \(place.folder.path): \(error)"
            throw FileProblem(description: "\(reason). To fix: make room, and save.")
        }
    }

    /// The sheet is another file from now on, which its edits go with. If it has any, its journal was claimed with them.
    func move(to sheet: Sheet) throws {
        let (former, next) = (place(of: self.sheet), place(of: sheet))
        guard let next, next.folder != former?.folder else {
            return store.dispatcher.dispatch(SheetRenewed(sheet: sheet))
        }
        let kept = Array(try open(next, of: sheet).store.state.value)
        store.dispatcher.dispatch(SheetRenewed(sheet: sheet, kept: kept))
        try synchronize()
        if let former = former.flatMap({ opened[$0.folder] }) {
            former.store.dispatcher.dispatch(KeepEdits(edits: []))
            try former.journal.synchronize()
        }
    }

    /// Drops the edits that are in the file of a sheet by now, which is not open any more.
    func drop(whatIsIn sheet: Sheet, at place: SheetPlace) throws {
        guard let opened = opened[place.folder], let names = sheet.origin?.targets.names else { return }
        opened.store.dispatcher.dispatch(
            KeepEdits(edits: Table(opened.store.state.value.filter { !names.contains($0.id) }))
        )
        try opened.journal.synchronize()
    }

    /// Brings everything to the medium, and removes the journals in which nothing is left. Call it when the program ends.
    public func end() {
        bindings = SubscriptionBag()
        for (folder, opened) in opened {
            try? opened.journal.synchronize()
            if opened.store.state.value.isEmpty { try? FileManager.default.removeItem(at: folder) }
        }
    }
}

extension SheetEdits {
    /// How many edits are not saved, for people; nil if all are.
    public var summary: String? {
        if table.isEmpty { return nil }
        let gone = table.count { problems[$0.id] == .gone }
        let parts = [
            "\(count) edit\(count == 1 ? " is" : "s are") not saved",
            conflicts.isEmpty ? nil : "\(conflicts.count) in conflict",
            gone == 0 ? nil : "\(gone) of what is gone",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}
