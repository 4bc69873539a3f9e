/// A keeper of stores' states beyond the program's end, as the dispatcher of these stores knows it: a journal.
package protocol StateKeeper: AnyObject {
    /// The member of a family whose store is being made.
    var memberInMaking: (any FamilyMembership)? { get set }

    /// The element of a family's member has appeared: called before its store is made, if it is.
    func memberAppeared(_ member: any FamilyMembership)

    /// The element of a family's member, which may never have been made, has gone.
    func memberLeft(_ member: any FamilyMembership)

    /// What would be restored into a member that has not been made; nil if nothing would.
    func contents(of member: any FamilyMembership) -> Any?

    /// The element of a member that has not been made has come back: told after it has appeared. What would have been
    /// restored when it left is to be there again.
    func memberReturned(_ member: any FamilyMembership, with contents: Any)

    /// Notes whether the stores show the past, which is not to be kept: a history has moved them.
    func setShowsPast(_ showsPast: Bool)
}
