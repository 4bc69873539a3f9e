import Millrace
import MillraceTerminal

extension ScriptRunner {
    /// Edits the sheet that is open. When this returns, the edit is shown, and is on the medium.
    func edit(_ command: EditCommand) throws {
        if isSaving { throw ScriptError.saving }
        // What cannot be done makes no journal.
        let action = try action(of: command)
        try journals?.claim()
        store.dispatcher.dispatch(action)
        try journals?.synchronize()
    }

    private func action(of command: EditCommand) throws(ScriptError) -> Edit {
        let edits = state.edits
        switch command {
        case .status(let name, let status): return .add(editor.edit(try target(name), .status(status)))
        case .mark(let name, let isMarked): return .add(editor.edit(try target(name), .mark(isMarked)))
        case .reply(let name, let text): return .add(editor.edit(try target(name), .reply(text)))
        case .reword(let name, let text):
            guard edits.table[id: name]?.replyText != nil else { throw .noUnsavedReply(name) }
            return .reword(name, text)
        case .takeBack(let name):
            let own = edits.table[id: name].map { [$0] } ?? edits.of(name).filter { $0.replyText == nil }
            if own.isEmpty { throw .nothing(to: "take back") }
            return .withdraw(own.map(\.id))
        case .decide(let name, let isMine):
            let known = Set(edits.conflicts.map(\.id))
            let ids = edits.of(name).map(\.id).filter(known.contains)
            if ids.isEmpty { throw .nothing(to: "decide") }
            return isMine ? .insist(ids) : .withdraw(ids)
        }
    }

    /// The annotation of this name, if edits can refer to it.
    private func target(_ name: String) throws(ScriptError) -> String {
        guard state.sheet.names.isEmpty else { throw .severalSheets }
        guard let origin = state.sheet.origin else { throw .noFile }
        guard state.sheet[id: name] != nil else { throw .unknownAnnotation(name) }
        guard origin.targets.rows[name] != nil || state.edits.table[id: name] != nil else { throw .noReference(name) }
        return name
    }

    /// Saves the edits in the sheet's file, or in a new one, which is the sheet from then on.
    ///
    /// If somebody else has changed the file, it is read anew before, and the edits are applied to what it holds by now.
    /// Where that leads to a conflict, nothing is written. A sheet that is opened meanwhile stays as it is.
    nonisolated(nonsending) func save(as path: String?) async throws {
        if isSaving { throw ScriptError.saving }
        guard state.sheet.names.isEmpty else { throw ScriptError.severalSheets }
        guard let place = SheetPlace(state.sheet, state: SheetPlace.state) else { throw ScriptError.noFile }
        isSaving = true
        defer { isSaving = false }
        if let path, SheetPlace.file(path) != place.file { return try await saveInNewFile(path) }
        if state.edits.shown.isEmpty { throw nothingToSave }
        while true {
            let undecided = state.edits.table.count - state.edits.shown.count
            switch try await files.save(state.sheet, state.edits, place) {
            case .saved(let sheet) where !isOpen(sheet):
                openAgain(place)
                try journals?.drop(whatIsIn: sheet, at: place)
                remark = "the edits are in \(sheet.title.oneLine)"
                return
            case .changed(let sheet) where !isOpen(sheet):
                throw FileProblem(
                    description: "somebody else has changed \(sheet.title.oneLine), and nothing was written. "
                        + "To fix: open it, and save again."
                )
            case .saved(let sheet):
                store.dispatcher.dispatch(SheetRenewed(sheet: sheet))
                openAgain(place)
                try journals?.synchronize()
                return tellOfOthers()
            case .changed(let sheet):
                store.dispatcher.dispatch(SheetRenewed(sheet: sheet))
                try journals?.synchronize()
                let told = "somebody else has changed \(sheet.title.oneLine): it was read anew"
                if state.edits.table.count - state.edits.shown.count > undecided {
                    throw FileProblem(
                        description: "\(told), and nothing was written: \(state.edits.summary ?? ""). "
                            + "To fix: look at edits (E on the screen), decide, and save again."
                    )
                }
                remark = "\(told), and has the edits now"
                if state.edits.shown.isEmpty { return }
            }
        }
    }

    private nonisolated(nonsending) func saveInNewFile(_ path: String) async throws {
        let former = state.sheet
        let sheet = try await files.saveInNewFile(former, state.edits, path)
        if isOpen(former) { return try move(to: sheet) }
        remark = "\(path.oneLine) has \(former.title.oneLine) with its edits"
    }

    /// A file that was being opened while it was saved may have been read before: it is read once more.
    private func openAgain(_ place: SheetPlace) {
        guard let path = state.opening?.path, SheetPlace.file(path) == place.file else { return }
        store.dispatcher.dispatch(OpenFile([path]))
    }

    /// Whether a sheet is the one that is open: another may have been opened while a file was read or written.
    private func isOpen(_ sheet: Sheet) -> Bool { state.sheet.files == sheet.files }

    /// Goes on with a newer version of the sheet, to which the edits are applied, unless another one is opened meanwhile.
    nonisolated(nonsending) func merge(with path: String) async throws {
        if isSaving { throw ScriptError.saving }
        guard state.sheet.names.isEmpty else { throw ScriptError.severalSheets }
        let former = state.sheet
        guard former.origin != nil else { throw ScriptError.noFile }
        isSaving = true
        defer { isSaving = false }
        let newer = try await files.read(path)
        try Task.checkCancellation()
        guard isOpen(former) else {
            throw FileProblem(
                description: "another sheet was opened meanwhile, and \(former.title.oneLine) is as it was. "
                    + "To fix: open that one, and merge again."
            )
        }
        try move(to: newer)
    }

    private func move(to sheet: Sheet) throws {
        if let journals { try journals.move(to: sheet) } else { store.dispatcher.dispatch(SheetRenewed(sheet: sheet)) }
        tellOfOthers()
    }

    private func tellOfOthers() {
        guard let summary = state.edits.summary else { return }
        remark = [remark, summary].compactMap(\.self).joined(separator: "; ")
    }

    private var nothingToSave: any Error {
        guard let summary = state.edits.summary else { return ScriptError.nothing(to: "save") }
        return FileProblem(description: "\(summary): nothing can be saved. To fix: decide them, or take them back.")
    }
}
