import Millrace
import MillraceHistory

extension Annotation: DigestWritable {
    /// Writes every field, which is some twenty times as fast as finding them out: a sheet may have 100,000 annotations.
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
