/// An action that shows another moment: its changes are looked at, and no store reacts to them.
package protocol MomentAction: Action {}
