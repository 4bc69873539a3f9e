#if canImport(SwiftUI)
import SwiftUI

/// An object of a view, made once, and kept as long as the view has its place on the screen.
///
/// ```swift
/// struct CounterScreen: View {
///     @Owned var store = ObservedStore(makeCounter())
///
///     var body: some View { Text("\(store.count)") }
/// }
/// ```
///
/// The expression is evaluated when the view is first drawn. A view's value is made anew whenever the view around it is
/// drawn, and `@State private var store = …` evaluates its expression each time in Xcode 26 and before: stores would be
/// registered again and again, and actions handled by those that nobody sees. In Xcode 27 `@State` is a macro, and
/// evaluates it once, too.
///
/// Making once is tested; this wrapper has been type-checked only: see the guide to platforms.
///
/// If the object is released, its observations end, and a store that nobody else keeps handles nothing any more.
@MainActor
@propertyWrapper
public struct Owned<Value>: DynamicProperty {
    // In this form, a default value of a private property, both a wrapper (Xcode 26) and a macro (Xcode 27) compile; no
    // initialiser may touch it, as TN3211 says. It has been type-checked as a wrapper only.
    @State private var kept = MadeOnce<Value>()

    private let make: @MainActor () -> Value

    /// Creates the property.
    ///
    /// - Parameter make: Makes the object; evaluated once, when it is first read.
    public init(wrappedValue make: @autoclosure @escaping @MainActor () -> Value) { self.make = make }

    /// The object.
    public var wrappedValue: Value { kept.value(make) }
}
#endif
