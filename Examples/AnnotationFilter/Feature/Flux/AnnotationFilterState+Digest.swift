import Millrace
import MillraceHistory

extension Sheet: DigestWritable {
    /// Writes what the sheet is compared by; the index follows from it.
    public func write(to digest: inout DigestWriter) {
        digest.write(files)
        digest.write(names)
        digest.write(document)
        digest.write(annotations)
        digest.write(notices)
    }
}

extension Annotation: DigestWritable {
    /// Writes every field.
    public func write(to digest: inout DigestWriter) {
        let texts = [
            id, kind, author, subject, color?.text, layer, label, created?.text, modified?.text, contents, richContents,
            status?.rawValue, quantity?.kind.rawValue, quantity?.unit, quantity?.problem?.rawValue, sheet,
        ]
        for text in texts { digest.write(text) }
        for number in [page, answer?.parent, answer?.depth] { digest.write(number) }
        digest.write(answer?.relation == .groupMember)
        digest.write(isMarked)
        digest.write(quantity?.value)
    }
}

extension FilterGroup: DigestWritable {}

extension Filter: DigestWritable {
    /// Writes both fields.
    public func write(to digest: inout DigestWriter) {
        digest.write(group)
        digest.write(value)
    }
}
