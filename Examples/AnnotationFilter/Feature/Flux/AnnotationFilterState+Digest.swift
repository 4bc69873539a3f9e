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
        digest.write(id)
        digest.write(kind)
        digest.write(author)
        digest.write(subject)
        digest.write(color?.text)
        digest.write(layer)
        digest.write(label)
        digest.write(page)
        digest.write(created?.text)
        digest.write(modified?.text)
        digest.write(contents)
        digest.write(richContents)
        digest.write(answer)
        digest.write(status)
        digest.write(isMarked)
        digest.write(quantity.map { [$0.kind.rawValue, $0.unit, $0.problem?.rawValue ?? ""] })
        digest.write(quantity?.value)
        digest.write(sheet)
    }
}

extension Annotation.Answer: DigestWritable {
    /// Writes every field.
    public func write(to digest: inout DigestWriter) {
        digest.write(parent)
        digest.write(depth)
        digest.write(relation == .reply)
    }
}

extension ReviewStatus: DigestWritable {}
extension FilterGroup: DigestWritable {}

extension Filter: DigestWritable {
    /// Writes both fields.
    public func write(to digest: inout DigestWriter) {
        digest.write(group)
        digest.write(value)
    }
}
