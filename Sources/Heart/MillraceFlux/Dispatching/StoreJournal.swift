/// A journal of stores' states, as the dispatcher of these stores knows it.
package protocol StoreJournal: AnyObject {
    /// The member of a family whose store is being made.
    var memberInMaking: (any FamilyMembership)? { get set }

    /// The element of a family's member has appeared: called before its store is made, if it is.
    func memberAppeared(_ member: any FamilyMembership)

    /// The element of a family's member, which may never have been made, has gone.
    func memberLeft(_ member: any FamilyMembership)

    /// The snapshot that would be restored into a member that has not been made; nil if there is none.
    func snapshot(of member: any FamilyMembership) -> Any?

    /// The element of a member that has not been made has come back: called after it has appeared. The snapshot that it had
    /// when it left is to be there again.
    func memberReturned(_ member: any FamilyMembership, with snapshot: Any)

    /// Notes whether the stores show the past, which is not written: a history has moved them.
    func setShowsPast(_ showsPast: Bool)
}
