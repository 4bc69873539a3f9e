import MillraceBase

extension Effect.Send {
    /// Dispatches an action to one member of a family. If there is no member with the key, it is not handled.
    ///
    /// Otherwise like ``callAsFunction(_:to:file:line:)``.
    @export(implementation)
    public func callAsFunction<Key, State>(
        _ action: some Action,
        to key: Key,
        in family: StoreFamily<Key, State>,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        if let store = family[key] { return self(action, to: store, file: file, line: line) }
        send(action, toAbsent: family.absent(key), CallSite(file, line))
    }
}
