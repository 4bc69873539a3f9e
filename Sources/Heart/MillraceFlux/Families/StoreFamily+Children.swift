import MillraceBase
import MillraceSignals

// A child of an optional state, and families within families.

extension StoreFamily {
    /// Creates a family for a child that is there or not: a sheet, an editor, a search.
    ///
    /// ```swift
    /// struct List { var editedID: Int? }
    ///
    /// let editor = StoreFamily(of: list, optional: \.editedID, name: "editor") { id in
    ///     makeEditor(id, on: dispatcher)
    /// }
    /// editor.only?.state.value            // nil while nothing is edited
    /// ```
    ///
    /// The store of the child lives, with its effects, as long as the value is there and is the same. If the child asks
    /// to be closed, the value becomes nil: see ``CloseMember``. Otherwise it is a family like any other, with at most
    /// one member.
    ///
    /// - Parameters:
    ///   - parent: The store whose state says whether there is a child. The family keeps it.
    ///   - child: The value that distinguishes the child from the next one: an identity, or its initial value.
    ///   - name: The name.
    ///   - making: When the child's store is made.
    ///   - make: Makes the store of the child, on the parent's dispatcher.
    @export(implementation)
    public convenience init<Parent>(
        of parent: Store<Parent>,
        optional child: WritableKeyPath<Parent, Key?>,
        name: String,
        making: Making = .withElements,
        _ make: @escaping (Key) -> Store<State>
    ) {
        self.init(
            of: parent,
            { Array(optional: $0[keyPath: child]) },
            name: name,
            making: making,
            closing: { state, key in if state[keyPath: child] == key { state[keyPath: child] = nil } },
            make
        )
    }

    /// Creates a family with members for the elements of the members of another family.
    ///
    /// ```swift
    /// let threads = StoreFamily(of: rooms, \.threadIDs, name: "threads") { room, id in
    ///     makeThread(id, in: room, on: dispatcher)
    /// }
    /// threads[ChildKey("tea", 7)]?.state.value
    /// ```
    ///
    /// A member lives as long as its element, and as long as the outer member: both levels change in one turn. All outer
    /// members are made, also those of a family with ``Making/whenAsked``. If a member asks to be closed, the outer
    /// member is its parent.
    ///
    /// - Parameters:
    ///   - parents: The outer family. This one keeps it.
    ///   - keys: Reads the keys of one outer member's elements.
    ///   - name: The name.
    ///   - making: When members are made.
    ///   - close: Removes an element from the outer member's state: see ``CloseMember``.
    ///   - make: Makes the store of an element, on the same dispatcher.
    /// - Complexity: After an action that k outer members handle, O(k) if their elements have not changed; otherwise
    ///   O(n) for all n elements.
    @export(implementation)
    public convenience init<Outer, Parent, Inner, Keys: Collection<Inner> & Equatable>(
        of parents: StoreFamily<Outer, Parent>,
        _ keys: @escaping (Parent) -> Keys,
        name: String,
        making: Making = .withElements,
        closing close: ((inout Parent, Inner) -> Void)? = nil,
        _ make: @escaping (Outer, Inner) -> Store<State>
    ) where Key == ChildKey<Outer, Inner> {
        let elements = ChildElements(of: parents, keys)
        self.init(FamilyCore(name, on: parents.dispatcher), making) { [weak parents] key in
            parents?.member(key.parent)
        } readKeys: {
            elements.read()
        } make: { key in
            make(key.parent, key.key)
        }
        if let close {
            elements.adopt = { [weak self] parent in
                self?.closeMembers(in: parent) { state, key in close(&state, key.key) }
            }
        }
        core.begin(self, following: parents.core, following())
    }

    /// Creates a family for a child of each member of another family that is there or not.
    ///
    /// ```swift
    /// let editors = StoreFamily(of: rooms, optional: \.editedID, name: "editor") { room, id in
    ///     makeEditor(id, in: room, on: dispatcher)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - parents: The outer family. This one keeps it.
    ///   - child: The value that distinguishes the child from the next one. If it asks to be closed, this becomes nil.
    ///   - name: The name.
    ///   - making: When members are made.
    ///   - make: Makes the store of a child, on the same dispatcher.
    @export(implementation)
    public convenience init<Outer, Parent, Inner>(
        of parents: StoreFamily<Outer, Parent>,
        optional child: WritableKeyPath<Parent, Inner?>,
        name: String,
        making: Making = .withElements,
        _ make: @escaping (Outer, Inner) -> Store<State>
    ) where Key == ChildKey<Outer, Inner> {
        self.init(
            of: parents,
            { Array(optional: $0[keyPath: child]) },
            name: name,
            making: making,
            closing: { state, key in if state[keyPath: child] == key { state[keyPath: child] = nil } },
            make
        )
    }
}

// MARK: - The only child

extension StoreFamily {
    /// The store of the first element; of a family for a child that is there or not, the child's. Nil if there is none.
    /// O(1).
    @export(implementation) public var only: Store<State>? { keys.first.flatMap { self[$0] } }

    /// An observable of the state of the first element; of a family for a child that is there or not, the child's.
    ///
    /// It is nil while there is none, and continues when the child is replaced. It changes in the turn of the element or
    /// of the child's state. It keeps neither the family nor the child alive.
    @export(implementation) public var onlyState: Observable<State?> {
        let reader = makeReader()
        let box = Box<Key?>(.some(keys.first))
        let first: Observable<Key?> = Observable(from: core.log.pulse, box: box) { [weak self] node in
            guard let self, !reader.isEmpty else { return false }
            let changes = reader.take()
            if changes.appeared.isEmpty, changes.disappeared.isEmpty { return false }
            box.write(keys.first, of: node)
            return true
        }
        return first.flatMapLatest { [weak self] key -> Observable<State?> in
            guard let self, let key else { return Observable(nil) }
            // Making a member may release the last owner.
            defer { letGoLater(self) }
            return state(of: key)
        }
    }
}

extension Array {
    @export(implementation)
    init(optional element: Element?) { self = element.map { [$0] } ?? [] }
}

// MARK: - Elements of members

/// The elements of a family's members, as another family reads them.
@usableFromInline
final class ChildElements<Outer: Hashable, Parent, Keys: Collection & Equatable> where Keys.Element: Hashable {
    @usableFromInline let parents: StoreFamily<Outer, Parent>
    @usableFromInline let keys: (Parent) -> Keys
    @usableFromInline let reader: FamilyReader<Outer>

    /// Called with each outer member when it is first seen.
    @exclusivity(unchecked) @usableFromInline var adopt: (Store<Parent>) -> Void = { _ in }

    /// The outer members that were seen, in their order, and the elements of each.
    @exclusivity(unchecked) @usableFromInline var outer: [Outer] = []
    @exclusivity(unchecked) @usableFromInline var known: [Outer: Keys] = [:]
    @exclusivity(unchecked) @usableFromInline var isFirst = true

    @export(implementation)
    init(of parents: StoreFamily<Outer, Parent>, _ keys: @escaping (Parent) -> Keys) {
        self.parents = parents
        self.keys = keys
        reader = parents.makeReader()
    }

    /// The keys of all elements; nil where they are those of the last call.
    @export(implementation)
    func read() -> [ChildKey<Outer, Keys.Element>]? {
        let changes = reader.take()
        let appeared = isFirst ? parents.keys : changes.appeared
        isFirst = false
        var hasChanged = !appeared.isEmpty || !changes.disappeared.isEmpty || outer != parents.keys
        for key in changes.disappeared { letGo(known.takeEntry(of: key)) }
        for key in appeared {
            guard let parent = parents[key] else { continue }
            adopt(parent)
            take(keys(parent.state.value), of: key)
        }
        for key in changes.changed {
            guard let parent = parents[key] else { continue }
            let present = keys(parent.state.value)
            if known[key] == present { continue }
            take(present, of: key)
            hasChanged = true
        }
        guard hasChanged else { return nil }
        letGo(exchange(&outer, with: parents.keys))
        var all: [ChildKey<Outer, Keys.Element>] = []
        for key in outer {
            guard let elements = known[key] else { continue }
            for element in elements { all.append(ChildKey(key, element)) }
        }
        return all
    }

    /// Notes the elements of an outer member. The former ones are released when the table is in order.
    @export(implementation)
    func take(_ elements: Keys, of key: Outer) {
        let former = known.takeEntry(of: key)
        known[key] = elements
        letGo(former)
    }
}
