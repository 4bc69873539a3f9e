/// The order of the list's rows: the actions that are shown, and between them the steps of the outside, whatever is
/// searched for. One chooses actions; steps are passed over.
class RowOrder {
    constructor(recording) {
        this.recording = recording;
        /// The numbers of the actions that are shown; null for all, with the beginning before them.
        this.matches = null;
    }

    get length() { return this.actionCount + this.recording.steps.length; }

    /// A row: `{ step }`, or `{ number }` of an action.
    at(index) {
        const { steps } = this.recording;
        const before = firstIndex(steps.length, step => this.indexOfStep(step) >= index);
        if (before < steps.length && this.indexOfStep(before) === index) return { step: steps[before] };
        return { number: this.numberAt(index - before) };
    }

    /// The row of an action; of one that is not shown, that in which it would be.
    indexOf(number) {
        const { steps } = this.recording;
        return this.actionsBefore(number) + firstIndex(steps.length, step => steps[step].after >= number);
    }

    /// The rows between the actions before and behind one: `[first, end]`.
    surroundings(number) {
        const before = this.actionsBefore(number), upTo = this.actionsBefore(number + 1);
        return [
            before > 0 ? this.indexOf(this.numberAt(before - 1)) + 1 : 0,
            upTo < this.actionCount ? this.indexOf(this.numberAt(upTo)) : this.length,
        ];
    }

    /// The number of the first action from a number on; of the first of all if there is none.
    firstFrom(number) { return this.numberAt(this.actionsBefore(number)) ?? this.numberAt(0); }

    /// The number that is so many actions from another.
    neighbour(number, distance) {
        if (this.actionCount === 0) return number;
        let action = this.actionsBefore(number);
        if (distance > 0 && this.numberAt(action) !== number) action--;
        return this.numberAt(Math.max(0, Math.min(this.actionCount - 1, action + distance)));
    }

    /// The number of the last action within so many rows from another; in any case of another one, where there is one.
    within(number, rows) {
        if (this.actionCount === 0) return number;
        const index = Math.max(0, Math.min(this.length - 1, this.indexOf(number) + rows));
        const { steps } = this.recording, before = firstIndex(steps.length, step => this.indexOfStep(step) > index);
        const reached = this.numberAt(Math.max(0, index - before));
        return rows > 0 ? Math.max(reached, this.neighbour(number, 1)) : reached;
    }

    // In the order of the actions alone

    get actionCount() { return this.matches ? this.matches.length : this.recording.count + 1; }

    numberAt(action) { return this.matches ? this.matches[action] : action; }

    /// How many of the actions that are shown have smaller numbers.
    actionsBefore(number) {
        const { matches } = this;
        return matches ? firstIndex(matches.length, action => matches[action] >= number) : Math.min(number, this.actionCount);
    }

    indexOfStep(step) { return step + this.actionsBefore(this.recording.steps[step].after + 1); }
}

/// The first of so many indices for which a condition holds, which holds for all behind it, too.
function firstIndex(count, holds) {
    let low = 0, high = count;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(middle)) high = middle; else low = middle + 1;
    }
    return low;
}
