import MillraceBase
import MillraceFlux
import MillraceSignals

extension StoreFamily {
    /// Creates a family with a store for each place of a route whose screen is of one kind.
    ///
    /// ```swift
    /// let rooms = StoreFamily(of: route, screens: \.room, name: "room") { id in makeRoom(id, on: dispatcher) }
    ///
    /// extension Screen {
    ///     var room: String? { if case .room(let id) = self { id } else { nil } }
    /// }
    /// ```
    ///
    /// Make a family for each kind of screen that has a store. The store of a screen lives, with its effects, exactly as
    /// long as the screen has its place in the route (law A3). It is created in the turn in which the place is entered,
    /// and goes in the turn in which the place is left, whether the screen is popped, dismissed or replaced, or the
    /// route is undone. Selecting another tab does not leave a place. A screen at two places has two stores; a screen
    /// that is left and entered again gets a new one. A place is also left if a screen below it in its branch is
    /// replaced, because the screen is then shown again from the start.
    ///
    /// The keys are the places: `rooms[route.state.value.topPlace]` is the store of the screen on top, if that is one of
    /// this kind. Both change in one turn, so an observer of the route finds the stores of its screens:
    ///
    /// ```swift
    /// let top = route.state.map { ($0.top, rooms[$0.topPlace]) }
    /// ```
    ///
    /// If a store asks to be closed (``Effect/close``), its place is left: see `Route.leave(_:)`.
    ///
    /// Otherwise it is a family like any other. After an action that changes the route it compares the places: O(n) for
    /// n screens.
    ///
    /// - Parameters:
    ///   - route: The store of the route. The family keeps it.
    ///   - content: Returns the content of a screen, or nil for a screen that is of another kind.
    ///   - name: The name of the family. Recordings call a store by it and the place: `room[rooms › room("mill")]`.
    ///   - making: When the stores are made.
    ///   - make: Makes the store of a screen from its content, on the dispatcher of the route.
    @export(implementation)
    public convenience init<Screen, Content>(
        of route: Store<Route<Screen>>,
        screens content: @escaping (Screen) -> Content?,
        name: String,
        making: Making = .withElements,
        _ make: @escaping (Content) -> Store<State>
    ) where Key == Route<Screen>.Place {
        self.init(of: route, \.self, screens: content, name: name, making: making, make)
    }

    /// Creates a family with a store for each place of a route whose screen is of one kind, where the route is a part of
    /// a larger state.
    ///
    /// - Parameters:
    ///   - parent: The store. The family keeps it.
    ///   - route: The route in its state.
    ///   - content: Returns the content of a screen, or nil for a screen that is of another kind.
    ///   - name: The name of the family.
    ///   - making: When the stores are made.
    ///   - make: Makes the store of a screen from its content, on the dispatcher of the parent.
    @export(implementation)
    public convenience init<Parent, Screen, Content>(
        of parent: Store<Parent>,
        _ route: WritableKeyPath<Parent, Route<Screen>>,
        screens content: @escaping (Screen) -> Content?,
        name: String,
        making: Making = .withElements,
        _ make: @escaping (Content) -> Store<State>
    ) where Key == Route<Screen>.Place {
        let places = ScreenPlaces(of: parent.state.value[keyPath: route]) { content($0) != nil }
        self.init(
            of: parent,
            { places.update($0[keyPath: route]) },
            name: name,
            making: making,
            closing: { state, place in state[keyPath: route].leave(place) }
        ) { place in
            guard let content = content(place.screen) else { stopForContent(place.description) }
            return make(content)
        }
    }
}

/// The places of a route whose screens are of one kind. They are found again only if the route has changed.
@usableFromInline
final class ScreenPlaces<Screen: Hashable & Sendable> {
    @usableFromInline var route: Route<Screen>
    @usableFromInline let isOfKind: (Screen) -> Bool
    @usableFromInline var places: [Route<Screen>.Place]

    @export(implementation)
    init(of route: Route<Screen>, _ isOfKind: @escaping (Screen) -> Bool) {
        self.route = route
        self.isOfKind = isOfKind
        places = route.places.filter { isOfKind($0.screen) }
    }

    @export(implementation)
    func update(_ present: Route<Screen>) -> [Route<Screen>.Place] {
        if present != route {
            route = present
            places = present.places.filter { isOfKind($0.screen) }
        }
        return places
    }
}

@usableFromInline
func stopForContent(_ place: String) -> Never {
    stop(
        """
        StoreFamily.init(of:screens:): what is at \(place) was a screen of this kind, and now it is not. \
        To fix: let the closure depend on nothing but the screen.
        """
    )
}
