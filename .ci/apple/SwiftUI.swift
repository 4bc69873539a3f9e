// What MillraceUI, the guides and the example app use of SwiftUI, to type-check it on Linux: see `.ci/apple/modules`.
// Each declaration is as the page named above it has it, under https://developer.apple.com/documentation/swiftui/, with
// the isolation of the SDK of Xcode 26; bodies are never run. Of several pages with one name the one for these parameters is
// meant. With `-D XCODE_27` builders are as in the SDK of Xcode 27.
//
// As on Apple's platforms, it brings along Observation, Combine, and UIKit or AppKit.
@_exported import Combine
@_exported import Foundation
@_exported import Observation

#if canImport(UIKit)
@_exported import UIKit
#elseif canImport(AppKit)
@_exported import AppKit
#endif

// MARK: - Views

// view
@MainActor @preconcurrency
public protocol View {
    // view/body-8kl5o
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

// A view of the system's, which has no body.
public protocol SystemView: View where Body == Never {}

extension SystemView {
    public var body: Never { fatalError() }
}

// optional, under "Conforming types" of view
extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
}

#if XCODE_27
// contentbuilder
public typealias ContentBuilder = ViewBuilder

// viewbuilder
@resultBuilder
public struct ViewBuilder {
    // viewbuilder/buildexpression(_:)
    public static func buildExpression<Content>(_ content: Content) -> Content { content }
    // viewbuilder/buildblock()
    public static func buildBlock() -> EmptyView { EmptyView() }
    // viewbuilder/buildblock(_:)
    public static func buildBlock<Content>(_ content: Content) -> Content { content }
    // viewbuilder/buildblock(_:)-2bj1g
    public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
    where repeat each Content: View { fatalError() }
    // viewbuilder/buildif(_:)
    public static func buildIf<Content>(_ content: Content?) -> Content? { content }
    // viewbuilder/buildeither(first:)
    public static func buildEither<First, Second>(first: First) -> _ConditionalContent<First, Second> { fatalError() }
    // viewbuilder/buildeither(second:)
    public static func buildEither<First, Second>(second: Second) -> _ConditionalContent<First, Second> { fatalError() }
}
#else
// viewbuilder
@resultBuilder
public struct ViewBuilder {
    // viewbuilder/buildexpression(_:)
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    // viewbuilder/buildblock()
    public static func buildBlock() -> EmptyView { EmptyView() }
    // viewbuilder/buildblock(_:)
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    // viewbuilder/buildblock(_:_:) and its kind, as one
    public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
    where repeat each Content: View { fatalError() }
    // viewbuilder/buildif(_:)
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    // viewbuilder/buildeither(first:)
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        fatalError()
    }
    // viewbuilder/buildeither(second:)
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        fatalError()
    }
}
#endif

// What viewbuilder/buildeither(first:) gives.
public struct _ConditionalContent<First, Second> {}

extension _ConditionalContent: View where First: View, Second: View {
    public var body: Never { fatalError() }
}

// tupleview
public struct TupleView<T>: SystemView {
    // tupleview/init(_:)
    public init(_ value: T) {}
}

// emptyview
public struct EmptyView: SystemView {
    // emptyview/init()
    nonisolated public init() {}
}

// What modifiers give: the pages of the modifiers say no more than `some View`.
public struct ModifiedContent: SystemView { nonisolated init() {} }

// viewmodifier
@MainActor @preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = ModifiedContent
    // viewmodifier/body(content:)
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

// MARK: - State

// dynamicproperty
public protocol DynamicProperty {
    // dynamicproperty/update()
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

// state, which is a macro in the SDK of Xcode 27: state()
@propertyWrapper
public struct State<Value>: DynamicProperty {
    // state/init(wrappedvalue:)
    public init(wrappedValue value: Value) {}
    // state/init(initialvalue:)
    public init(initialValue value: Value) {}
    // state/wrappedvalue
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    // state/projectedvalue
    public var projectedValue: Binding<Value> { fatalError() }
}

extension State: Sendable where Value: Sendable {}

// focusstate
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    // focusstate/binding
    public struct Binding {
        // focusstate/binding/wrappedvalue
        public var wrappedValue: Value {
            get { fatalError() }
            nonmutating set {}
        }
    }

    // focusstate/init()
    public init<T>() where Value == T?, T: Hashable {}
    // focusstate/wrappedvalue
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    // focusstate/projectedvalue
    public var projectedValue: FocusState<Value>.Binding { fatalError() }
}

// binding
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    // binding/init(get:set:)-7ufcp
    @preconcurrency
    public init(
        get: @escaping @isolated(any) @Sendable () -> Value,
        set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {}
    // binding/constant(_:)
    public static func constant(_ value: Value) -> Binding<Value> { fatalError() }
    // binding/wrappedvalue
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    // binding/projectedvalue
    public var projectedValue: Binding<Value> { self }
    // binding/subscript(dynamicmember:)
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { fatalError() }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

// environment
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    // environment/init(_:)
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    // environment/init(_:)
    public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observation.Observable {}
    // environment/wrappedvalue
    public var wrappedValue: Value { fatalError() }
}

// environmentvalues
public struct EnvironmentValues {
    // environmentvalues/scenephase
    public var scenePhase: ScenePhase { .active }
}

// scenephase
public enum ScenePhase: Comparable, Sendable {
    case background, inactive, active
}

// MARK: - Controls and texts

// localizedstringkey
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
    // localizedstringkey/init(stringliteral:)
    public init(stringLiteral value: String) {}
}

// text
public struct Text: SystemView {
    // text/init(_:tablename:bundle:comment:)
    public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil) {}
    // text/init(_:)
    @_disfavoredOverload
    public init<S: StringProtocol>(_ content: S) {}
    // text/init(verbatim:)
    public init(verbatim content: String) {}
}

// label
public struct Label<Title: View, Icon: View>: SystemView {
    // label/init(title:icon:)
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}

extension Label where Title == Text, Icon == Image {
    // label/init(_:systemimage:)
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
    // label/init(_:systemimage:)
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String) {}
}

// image
public struct Image: SystemView {
    // image/init(systemname:)
    public init(systemName: String) {}
}

// button
public struct Button<Label: View>: SystemView {
    // button/init(action:label:)
    @preconcurrency
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}

extension Button where Label == Text {
    // button/init(_:action:)
    @preconcurrency
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
    // button/init(_:action:)
    @preconcurrency @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
}

// textfield
public struct TextField<Label: View>: SystemView {}

extension TextField where Label == Text {
    // textfield/init(_:text:)
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
    // textfield/init(_:text:)
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

// stepper
public struct Stepper<Label: View>: SystemView {}

extension Stepper where Label == Text {
    // stepper/init(_:value:step:oneditingchanged:)
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey,
        value: Binding<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
}

// toggle
public struct Toggle<Label: View>: SystemView {}

extension Toggle where Label == Text {
    // toggle/init(_:ison:)
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
    // toggle/init(_:ison:)
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
}

// progressview
public struct ProgressView<Label: View>: SystemView {
    // progressview/init()
    public init() where Label == EmptyView {}
}

// MARK: - Layout and lists

// hstack, vstack
public struct HStack<Content: View>: SystemView {
    // hstack/init(alignment:spacing:content:)
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: SystemView {
    // vstack/init(alignment:spacing:content:)
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

// group
public struct Group<Content> {}

extension Group: View where Content: View {
    // group/init(content:)
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

// spacer
public struct Spacer: SystemView {
    // spacer/init(minlength:)
    public init(minLength: CGFloat? = nil) {}
}

// foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

extension ForEach: View where Content: View {
    public var body: Never { fatalError() }
}

extension ForEach {
    #if XCODE_27
    // foreach/init(_:content:)
    public init(_ data: Data, @ContentBuilder content: @escaping (Data.Element) -> Content)
    where ID == Data.Element.ID, Data.Element: Identifiable {}
    // foreach/init(_:id:content:)
    public init(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ContentBuilder content: @escaping (Data.Element) -> Content
    ) {}
    #else
    // foreach/init(_:content:)
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where ID == Data.Element.ID, Data.Element: Identifiable, Content: View {}
    // foreach/init(_:id:content:)
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Content: View {}
    // foreach/init(_:id:content:), of tabs
    public init<T>(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @TabContentBuilder<T> content: @escaping (Data.Element) -> Content
    ) where Content: TabContent, T == Content.TabValue {}
    #endif
}

// list
public struct List<SelectionValue: Hashable, Content: View>: SystemView {}

extension List where SelectionValue == Never {
    // list/init(content:)
    public init(@ViewBuilder content: () -> Content) {}
    // list/init(_:rowcontent:)
    public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {}
}

// section
public struct Section<Parent, Content, Footer> {}

extension Section: View where Parent: View, Content: View, Footer: View {
    public var body: Never { fatalError() }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    // section/init(_:content:)
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
    // section/init(_:content:)
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}

// table, tablerow: two names that Millrace has, too
public struct Table<Value, Rows, Columns> {}
public struct TableRow<Value> {}

// transaction
public struct Transaction {}

// MARK: - Tabs

// tabcontent
@MainActor @preconcurrency
public protocol TabContent<TabValue> {
    associatedtype TabValue: Hashable where TabValue == Body.TabValue
    // tabcontent/body-swift.property
    associatedtype Body: TabContent
    @TabContentBuilder<TabValue> @MainActor @preconcurrency var body: Body { get }
}

extension Never: TabContent {
    public typealias TabValue = Never
}

// tabcontentbuilder
@resultBuilder
public struct TabContentBuilder<TabValue: Hashable> {
    // tabcontentbuilder/content
    public struct Content<C: TabContent>: SystemView {}
    // tabcontentbuilder/buildexpression(_:)
    public static func buildExpression<C: TabContent>(_ content: C) -> C where C.TabValue == TabValue { content }
    // tabcontentbuilder/buildblock(_:)
    public static func buildBlock<C: TabContent>(_ content: C) -> C where C.TabValue == TabValue { content }
}

// tab
public struct Tab<Value, Content, Label> {}

extension Tab: TabContent where Value: Hashable, Content: View, Label: View {
    public typealias TabValue = Value
    public var body: Tab<Value, Content, Label> { self }
    // tab/init(value:content:label:)
    nonisolated public init(value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}

extension ForEach: TabContent where Content: TabContent {
    public typealias TabValue = Content.TabValue
    public var body: ForEach<Data, ID, Content> { self }
}

// tabview
public struct TabView<SelectionValue: Hashable, Content: View>: SystemView {
    // tabview/init(selection:content:)
    nonisolated public init<C: TabContent>(
        selection: Binding<SelectionValue>,
        @TabContentBuilder<SelectionValue> content: () -> C
    ) where Content == TabContentBuilder<SelectionValue>.Content<C>, C.TabValue == SelectionValue {}
}

// MARK: - Stacks and sheets

// navigationstack
public struct NavigationStack<Data, Root: View>: SystemView {
    // navigationstack/init(path:root:)-3bt4q
    nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where
        Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection,
        Data.Element: Hashable
    {}
}

extension View {
    // view/navigationdestination(for:destination:)
    nonisolated public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type,
        @ViewBuilder destination: @escaping (D) -> C
    ) -> some View { ModifiedContent() }
    // view/sheet(item:ondismiss:content:)
    nonisolated public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { ModifiedContent() }
    // view/alert(_:ispresented:actions:)
    nonisolated public func alert<A: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A
    ) -> some View { ModifiedContent() }
}

// MARK: - Modifiers

extension View {
    // view/onappear(perform:)
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { ModifiedContent() }
    // view/onchange(of:initial:_:)
    nonisolated public func onChange<Value: Equatable>(
        of value: Value,
        initial: Bool = false,
        _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
    ) -> some View { ModifiedContent() }
    // view/focused(_:equals:)
    nonisolated public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value)
        -> some View
    { ModifiedContent() }
    // view/onopenurl(perform:)
    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { ModifiedContent() }
    // view/task(priority:_:)
    nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View { ModifiedContent() }
    // view/id(_:)
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { ModifiedContent() }
    // view/disabled(_:)
    nonisolated public func disabled(_ disabled: Bool) -> some View { ModifiedContent() }
    // view/navigationtitle(_:)
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { ModifiedContent() }
    // view/navigationtitle(_:)
    @_disfavoredOverload
    nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { ModifiedContent() }
    // view/searchable(text:placement:prompt:)
    nonisolated public func searchable(text: Binding<String>) -> some View { ModifiedContent() }
    // view/toolbar(content:)
    nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { ModifiedContent() }
    // view/ignoressafearea(_:edges:)
    nonisolated public func ignoresSafeArea() -> some View { ModifiedContent() }
    // view/environment(_:)
    nonisolated public func environment<T: AnyObject & Observation.Observable>(_ object: T?) -> some View {
        ModifiedContent()
    }
}

// MARK: - Apps

// app
@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    // app/body-swift.property
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    // app/init()
    @MainActor @preconcurrency init()
}

extension App {
    // app/main()
    @MainActor @preconcurrency public static func main() {}
}

// scene
@MainActor @preconcurrency
public protocol Scene {}

// scenebuilder
@resultBuilder
public struct SceneBuilder {
    // scenebuilder/buildblock(_:)
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

// windowgroup
public struct WindowGroup<Content: View>: Scene {
    // windowgroup/init(content:)
    public init(@ViewBuilder content: @escaping () -> Content) {}
}

// MARK: - Views of UIKit and AppKit

#if canImport(UIKit)
// uiviewrepresentable
@MainActor @preconcurrency
public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    // uiviewrepresentable/makeuiview(context:)
    @MainActor @preconcurrency func makeUIView(context: Context) -> UIViewType
    // uiviewrepresentable/updateuiview(_:context:)
    @MainActor @preconcurrency func updateUIView(_ uiView: UIViewType, context: Context)
    // uiviewrepresentable/makecoordinator()
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
}

extension UIViewRepresentable {
    public var body: Never { fatalError() }
}

extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

// uiviewrepresentablecontext
@MainActor @preconcurrency
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    // uiviewrepresentablecontext/coordinator
    public let coordinator: Representable.Coordinator
}
#elseif canImport(AppKit)
// nsviewrepresentable
@MainActor @preconcurrency
public protocol NSViewRepresentable: View where Body == Never {
    associatedtype NSViewType: NSView
    associatedtype Coordinator = Void
    typealias Context = NSViewRepresentableContext<Self>
    // nsviewrepresentable/makensview(context:)
    @MainActor @preconcurrency func makeNSView(context: Context) -> NSViewType
    // nsviewrepresentable/updatensview(_:context:)
    @MainActor @preconcurrency func updateNSView(_ nsView: NSViewType, context: Context)
    // nsviewrepresentable/makecoordinator()
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
}

extension NSViewRepresentable {
    public var body: Never { fatalError() }
}

extension NSViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

// nsviewrepresentablecontext
@MainActor @preconcurrency
public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
    // nsviewrepresentablecontext/coordinator
    public let coordinator: Representable.Coordinator
}
#endif
