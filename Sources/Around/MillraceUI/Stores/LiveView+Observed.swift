import MillraceData
import MillraceSignals

extension LiveView {
    /// An object whose `value`, the rows of this view, SwiftUI and other users of Observation can track.
    ///
    /// ```swift
    /// ForEach(notes.value) { note in NoteRow(note: note) }
    /// ```
    ///
    /// SwiftUI compares the identities of all rows whenever they have changed, O(n): for long lists use a table or
    /// collection view, which gets the changes. Each access makes a new object, which keeps this view alive and
    /// observes it for as long as the object lives.
    public var observed: Observed<Rows<Element>> { observable.observed }
}
