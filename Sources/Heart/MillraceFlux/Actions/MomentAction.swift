/// An action that shows another moment: what it changes is looked at, and no store reacts to it.
package protocol MomentAction: Action {}
