/// Sets a variable to nil, at once.
package func release<Held>(_ held: inout Held?) { held = nil }
