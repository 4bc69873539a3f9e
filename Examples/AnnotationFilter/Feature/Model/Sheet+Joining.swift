/// Several sheets as one list, and each of them again.
extension Sheet {
    /// The list of this sheet, or these sheets, and another one behind.
    ///
    /// Each annotation bears the name of its sheet, which stands before its own name too, so that two sheets may use
    /// the same. A sheet is named after its file; one whose name is taken after its path. Cost: O(annotations).
    public func joined(with other: Sheet) -> Sheet {
        let first = names.isEmpty ? named(uniqueName(file)) : self
        let second = other.named(first.uniqueName(other.file))
        return Sheet(
            file: first.file,
            annotations: first.annotations + second.annotations,
            notices: first.notices + second.notices,
            files: first.files + other.files,
            names: first.names + second.names
        )
    }

    /// The sheet with its name at each annotation and notice.
    private func named(_ name: String) -> Sheet {
        let annotations = annotations.map { annotation in
            var annotation = annotation
            annotation.id = "\(name)/\(annotation.id)"
            annotation.sheet = name
            return annotation
        }
        let notices = notices.map { notice in
            var notice = notice
            notice.sheet = name
            return notice
        }
        return Sheet(file: file, annotations: annotations, notices: notices, names: [name])
    }

    private func uniqueName(_ file: String) -> String {
        let candidates = [Self.name(of: file), file] + (2...(names.count + 2)).map { "\(file) (\($0))" }
        return candidates.first { !names.contains($0) } ?? file
    }
}
