/// The functions of a ``Middleware`` that are called with each action.
struct MiddlewareHooks: OptionSet {
    let rawValue: UInt8

    static var admits: MiddlewareHooks { MiddlewareHooks(rawValue: 1) }
    static var willHandle: MiddlewareHooks { MiddlewareHooks(rawValue: 2) }
    static var allowsEffects: MiddlewareHooks { MiddlewareHooks(rawValue: 4) }
    static var didHandle: MiddlewareHooks { MiddlewareHooks(rawValue: 8) }

    static var all: MiddlewareHooks { [.admits, .willHandle, .allowsEffects, .didHandle] }
}
