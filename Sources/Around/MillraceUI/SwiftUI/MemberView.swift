#if canImport(SwiftUI)
import MillraceFlux
import SwiftUI

/// Shows the store of a family's member: of a screen, by its place in the route, or of an element, by its key.
///
/// ```swift
/// RouteView(route) { place in
///     switch place.screen {
///     case .rooms: RoomList()
///     case .room: MemberView(rooms, place) { RoomView(store: $0) }
///     }
/// }
/// ```
///
/// The member is asked for when the view is first drawn, and observed as long as the view has its place on the screen. If
/// the member goes first, since its screen was popped, the view keeps the last state while it slides away. If there is no
/// such member, nothing is shown. Has been type-checked only: see the guide to platforms.
public struct MemberView<Key: Hashable, State, Content: View>: View {
    private let family: StoreFamily<Key, State>
    private let key: Key
    private let content: (ObservedStore<State>) -> Content

    /// Creates a view of a member.
    ///
    /// - Parameters:
    ///   - family: The family.
    ///   - key: The key of the member.
    ///   - content: The view of its store.
    public init(
        _ family: StoreFamily<Key, State>,
        _ key: Key,
        @ViewBuilder content: @escaping (ObservedStore<State>) -> Content
    ) {
        (self.family, self.key, self.content) = (family, key, content)
    }

    /// The view of the store.
    public var body: some View {
        // Another key is another view, with a store of its own.
        OwnedMember(family, key, content).id(key)
    }
}

private struct OwnedMember<Key: Hashable, State, Content: View>: View {
    @Owned private var store: ObservedStore<State>?
    private let content: (ObservedStore<State>) -> Content

    init(_ family: StoreFamily<Key, State>, _ key: Key, _ content: @escaping (ObservedStore<State>) -> Content) {
        _store = Owned(wrappedValue: family[key].map { ObservedStore($0) })
        self.content = content
    }

    var body: some View {
        if let store { content(store) }
    }
}
#endif
