import Millrace

extension Store where State == AnnotationFilterState {
    /// Edits change what the sheet shows in the turn in which they are made. They are in its file when they are saved.
    func onEditing() {
        on(Edit.self) { state, action in
            state.edit(action)
        }
        on(RestoreEdits.self) { state, action in
            guard state.sheet.files == action.files else { return }
            state.edits.areRestored = true
            state.change { $0 = Table(action.edits) { first, _ in first } }
        }
        on(SheetRenewed.self) { state, action in
            state.sheet = action.sheet
            state.change { $0 = Table(action.kept + Array($0)) { first, _ in first } }
        }
    }
}

extension AnnotationFilterState {
    /// Changes the edits, and the sheet that shows them. Cost: O(edits × log annotations).
    fileprivate mutating func change(_ change: (inout Table<SheetEdit>) -> Void) {
        guard let origin = sheet.origin else { return }
        change(&edits.table)
        sheet = edits.apply(to: origin, file: sheet.file)
    }

    fileprivate mutating func edit(_ action: Edit) {
        switch action {
        case .add(let edit): add(edit)
        case .reword(let id, let text):
            guard edits.table[id: id]?.replyText != nil else { return }
            change { $0[id: id]?.change = SheetEdit.Change.reply(text).readable }
        case .withdraw(let ids):
            change { edits in
                var gone = Set(ids)
                for edit in edits where gone.contains(edit.annotation) { gone.insert(edit.id) }
                edits.removeAll { gone.contains($0.id) }
            }
        case .insist(let ids):
            let problems = edits.problems
            change { edits in
                for id in ids { if case .conflict(let theirs) = problems[id] { edits[id: id]?.follow(theirs) } }
            }
        }
    }

    private mutating func add(_ edit: SheetEdit) {
        guard edits.table[id: edit.id] == nil, edit.change != .reply("") else { return }
        guard let model = edit.model else { return edits.append(edit, to: &sheet) }
        var edit = edit
        let theirs = sheet.origin?.targets.rows[edit.annotation]?.states[model]
        if let theirs { edit.follow(theirs) }
        let replaced = Set(edits.table.lazy.filter { $0.annotation == edit.annotation && $0.model == model }.map(\.id))
        // What leads back to what the file says is no edit.
        let isBack = edit.change.means(theirs?.name ?? model.nothing) && (theirs == nil || !replaced.isEmpty)
        if replaced.isEmpty {
            if !isBack { edits.append(edit, to: &sheet) }
            return
        }
        change { edits in
            edits.removeAll { replaced.contains($0.id) }
            if !isBack { edits.append(edit) }
        }
    }

    /// Keeps the file that is open now, where a former state shows the same one as it was then: what has been saved, or
    /// changed by somebody else, is not undone.
    mutating func keepFile(of now: AnnotationFilterState) {
        guard sheet.files == now.sheet.files, let origin = now.sheet.origin else { return }
        let lacksKept = !edits.areRestored && now.edits.areRestored
        if lacksKept { edits = now.edits }
        guard lacksKept || sheet.origin !== origin else { return }
        sheet.origin = origin
        change { _ in }
    }
}

extension SheetEdit {
    /// Makes it the answer to a state that its author has seen: it is not older, and so it is the one that counts.
    fileprivate mutating func follow(_ state: ReviewState) {
        seen = state
        if let date = state.date, state.time > self.date.components?.secondsSince1970 ?? .min { self.date = date }
    }
}

extension SheetEdit.Change {
    /// Whether it gives the state of this name.
    fileprivate func means(_ state: String) -> Bool {
        if case .state(_, let name) = self { name.caseInsensitiveEquals(state) } else { false }
    }
}
