/// A value within a state that says whether something of it is on its way: a page that is loaded, an edit that is sent.
package protocol Resting {
    /// The work that is on its way, in a word or two, such as "loading"; nil at rest.
    var unfinished: String? { get }
}
