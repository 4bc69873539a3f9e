extension SheetEdit {
    /// The element that the edit becomes in a file, with the attributes that PDF viewers write.
    func element(on row: EditTargets.Row) -> XFDFElement {
        var attributes = [
            "creationdate": date.text, "date": date.text, "flags": "print,nozoom,norotate", "icon": "Comment",
            "inreplyto": annotation, "name": id, "page": String(row.page),
        ]
        attributes["rect"] = row.rect
        attributes["title"] = author.isEmpty ? nil : author
        if case .state(let model, let name) = change {
            attributes["flags"] = "hidden,print,nozoom,norotate"
            (attributes["state"], attributes["statemodel"]) = (name, model.rawValue.capitalized)
        }
        var element = XFDFElement(kind: "text", line: 0, attributes: attributes)
        element.contents = replyText ?? ""
        return element
    }
}
