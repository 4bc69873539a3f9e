// The overloads for two to five observables behave exactly like the parameter packs in `Combine.swift`. They exist
// because packs are not specialised for users (Swift 6.3): see Documentation/Contributing/HowItIsFast.md.

/// Combines the values of two observables into a tuple.
///
/// ![combine](marbles-combine.svg)
///
/// Changes once per turn in which one of them changed, when both are settled. The result keeps both alive. O(1) per
/// turn.
@export(implementation)
public func combine<First, Second>(
    _ first: Observable<First>,
    _ second: Observable<Second>
) -> Observable<(First, Second)> {
    let (firstInput, secondInput, output) = (first.box, second.box, Box<(First, Second)>())
    return Observable(from: first.upstream, and: second.upstream, box: output) { node in
        output.write((firstInput.value, secondInput.value), of: node)
        return true
    }
}

/// Combines the values of two observables with a closure.
///
/// ![combine(transform:)](marbles-combine-transform.svg)
///
/// While the result is observed, `transform` runs at most once per turn; otherwise it runs when the value is read, if
/// one of them has changed since. The result keeps both alive. O(1) per turn.
@export(implementation)
public func combine<First, Second, Output>(
    _ first: Observable<First>,
    _ second: Observable<Second>,
    transform: @escaping (First, Second) -> Output
) -> Observable<Output> {
    let (firstInput, secondInput, output) = (first.box, second.box, Box<Output>())
    return Observable<Output>(from: first.upstream, and: second.upstream, box: output) { node in
        let value = firstInput.lend(to: node) { first in
            secondInput.lend(to: node) { second in transform(first, second) }
        }
        output.write(value, of: node)
        return true
    }
}

/// Combines the values of three observables into a tuple.
///
/// ![combine](marbles-combine.svg)
///
/// Changes once per turn in which one of them changed, when all are settled. The result keeps all of them alive. O(1) per
/// turn.
@export(implementation)
public func combine<First, Second, Third>(
    _ first: Observable<First>,
    _ second: Observable<Second>,
    _ third: Observable<Third>
) -> Observable<(First, Second, Third)> {
    let (firstInput, secondInput, thirdInput, output) = (
        first.box, second.box, third.box, Box<(First, Second, Third)>()
    )
    return Observable(from: [first.upstream, second.upstream, third.upstream], box: output) { node in
        output.write((firstInput.value, secondInput.value, thirdInput.value), of: node)
        return true
    }
}

/// Combines the values of three observables with a closure.
///
/// ![combine(transform:)](marbles-combine-transform.svg)
///
/// While the result is observed, `transform` runs at most once per turn; otherwise it runs when the value is read, if
/// one of them has changed since. The result keeps all of them alive. O(1) per turn.
@export(implementation)
public func combine<First, Second, Third, Output>(
    _ first: Observable<First>,
    _ second: Observable<Second>,
    _ third: Observable<Third>,
    transform: @escaping (First, Second, Third) -> Output
) -> Observable<Output> {
    let (firstInput, secondInput, thirdInput, output) = (first.box, second.box, third.box, Box<Output>())
    return Observable<Output>(from: [first.upstream, second.upstream, third.upstream], box: output) { node in
        let value = firstInput.lend(to: node) { first in
            secondInput.lend(to: node) { second in
                thirdInput.lend(to: node) { third in
                    transform(first, second, third)
                }
            }
        }
        output.write(value, of: node)
        return true
    }
}

/// Combines the values of four observables into a tuple.
///
/// ![combine](marbles-combine.svg)
///
/// Changes once per turn in which one of them changed, when all are settled. The result keeps all of them alive. O(1) per
/// turn.
@export(implementation)
public func combine<First, Second, Third, Fourth>(
    _ first: Observable<First>,
    _ second: Observable<Second>,
    _ third: Observable<Third>,
    _ fourth: Observable<Fourth>
) -> Observable<(First, Second, Third, Fourth)> {
    let (firstInput, secondInput, thirdInput, fourthInput, output) = (
        first.box, second.box, third.box, fourth.box, Box<(First, Second, Third, Fourth)>()
    )
    return Observable(from: [first.upstream, second.upstream, third.upstream, fourth.upstream], box: output) { node in
        output.write((firstInput.value, secondInput.value, thirdInput.value, fourthInput.value), of: node)
        return true
    }
}

/// Combines the values of four observables with a closure.
///
/// ![combine(transform:)](marbles-combine-transform.svg)
///
/// While the result is observed, `transform` runs at most once per turn; otherwise it runs when the value is read, if
/// one of them has changed since. The result keeps all of them alive. O(1) per turn.
@export(implementation)
public func combine<First, Second, Third, Fourth, Output>(
    _ first: Observable<First>,
    _ second: Observable<Second>,
    _ third: Observable<Third>,
    _ fourth: Observable<Fourth>,
    transform: @escaping (First, Second, Third, Fourth) -> Output
) -> Observable<Output> {
    let (firstInput, secondInput, thirdInput, fourthInput, output) = (
        first.box, second.box, third.box, fourth.box, Box<Output>()
    )
    return Observable<Output>(from: [first.upstream, second.upstream, third.upstream, fourth.upstream], box: output) {
        node in
        let value = firstInput.lend(to: node) { first in
            secondInput.lend(to: node) { second in
                thirdInput.lend(to: node) { third in
                    fourthInput.lend(to: node) { fourth in
                        transform(first, second, third, fourth)
                    }
                }
            }
        }
        output.write(value, of: node)
        return true
    }
}

/// Combines the values of five observables into a tuple.
///
/// ![combine](marbles-combine.svg)
///
/// Changes once per turn in which one of them changed, when all are settled. The result keeps all of them alive. O(1) per
/// turn.
@export(implementation)
public func combine<First, Second, Third, Fourth, Fifth>(
    _ first: Observable<First>,
    _ second: Observable<Second>,
    _ third: Observable<Third>,
    _ fourth: Observable<Fourth>,
    _ fifth: Observable<Fifth>
) -> Observable<(First, Second, Third, Fourth, Fifth)> {
    let (firstInput, secondInput, thirdInput, fourthInput, fifthInput, output) = (
        first.box, second.box, third.box, fourth.box, fifth.box, Box<(First, Second, Third, Fourth, Fifth)>()
    )
    return Observable(
        from: [first.upstream, second.upstream, third.upstream, fourth.upstream, fifth.upstream],
        box: output
    ) { node in
        output.write(
            (firstInput.value, secondInput.value, thirdInput.value, fourthInput.value, fifthInput.value),
            of: node
        )
        return true
    }
}

/// Combines the values of five observables with a closure.
///
/// ![combine(transform:)](marbles-combine-transform.svg)
///
/// While the result is observed, `transform` runs at most once per turn; otherwise it runs when the value is read, if
/// one of them has changed since. The result keeps all of them alive. O(1) per turn.
@export(implementation)
public func combine<First, Second, Third, Fourth, Fifth, Output>(
    _ first: Observable<First>,
    _ second: Observable<Second>,
    _ third: Observable<Third>,
    _ fourth: Observable<Fourth>,
    _ fifth: Observable<Fifth>,
    transform: @escaping (First, Second, Third, Fourth, Fifth) -> Output
) -> Observable<Output> {
    let (firstInput, secondInput, thirdInput, fourthInput, fifthInput, output) = (
        first.box, second.box, third.box, fourth.box, fifth.box, Box<Output>()
    )
    return Observable<Output>(
        from: [first.upstream, second.upstream, third.upstream, fourth.upstream, fifth.upstream],
        box: output
    ) { node in
        let value = firstInput.lend(to: node) { first in
            secondInput.lend(to: node) { second in
                thirdInput.lend(to: node) { third in
                    fourthInput.lend(to: node) { fourth in
                        fifthInput.lend(to: node) { fifth in
                            transform(first, second, third, fourth, fifth)
                        }
                    }
                }
            }
        }
        output.write(value, of: node)
        return true
    }
}
