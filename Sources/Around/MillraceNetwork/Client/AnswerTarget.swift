import Foundation
import MillraceStorage

/// Where the body of an accepted answer goes, if it is not kept in memory: into a file, or to one who reads it as it
/// comes in.
protocol AnswerTarget: Sendable {
    /// The most bytes that it takes of the answer that comes in.
    var sizeLimit: Int { get }

    /// Whether the answer is on its way to one who has its head already. Then it is not asked for again, counts no more
    /// as a running request, and only the limit of silence holds for it.
    var isOpen: Bool { get }

    /// How many bytes of the body were there before this answer.
    var offset: Int { get }

    /// Changes a request before an attempt to send it.
    ///
    /// - Parameter place: That of the attempt among the running requests, which it may leave early.
    func prepare(_ request: inout HTTPRequest, in place: RequestGate.Place)

    /// Whether the request is to be sent again at once, since it asked for bytes that the server does not have.
    func startsAnew(after status: Int) -> Bool

    /// Takes the head of an accepted answer, in place of one of an earlier attempt. Returns why its body is not wanted.
    func begin(_ head: Response) -> RequestError.Reason?

    /// Takes the next piece. Returns why no more is wanted.
    func take(_ piece: Data) -> RequestError.Reason?

    /// Takes the end of the answer. Returns the fault of the whole, if there is one.
    func end() -> RequestError.Reason?
}

extension AnswerTarget {
    var sizeLimit: Int { .max }
    var isOpen: Bool { false }
    var offset: Int { 0 }
    func prepare(_ request: inout HTTPRequest, in place: RequestGate.Place) {}
    func startsAnew(after status: Int) -> Bool { false }
    func end() -> RequestError.Reason? { nil }
}

/// A target that is a file, of which nothing is seen before it is whole.
protocol DownloadTarget: AnswerTarget {
    /// Puts the written file in place.
    func finish() throws
    /// Removes the written bytes, but for those that another download can go on with.
    func discard()
}

extension DownloadTarget {
    /// Does something with files. Returns why it cannot be done.
    func writing(_ body: () throws(FileError) -> Void) -> RequestError.Reason? {
        do throws(FileError) {
            try body()
            return nil
        } catch {
            return .notWritten("\(error)")
        }
    }
}
