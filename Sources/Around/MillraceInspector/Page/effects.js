/// The effects of a recording: when each began and ended, how, and what it dispatched.
class Effects {
    constructor() {
        /// In the order of their begin.
        this.list = [];
        this.byNumber = new Map();
        /// How many lanes the time line needs, so that no two effects that run at once share one.
        this.laneEnds = [];
    }

    /// Takes a line that tells a begin or an end.
    take(line, t, after) {
        if (line.end !== undefined) {
            const effect = this.byNumber.get(line.e);
            if (effect && effect.end === null) {
                effect.end = { t, how: String(line.end), why: line.why, error: line.error, after };
                this.laneEnds[effect.lane] = t;
            }
            return;
        }
        const effect = { number: line.e, begin: { ...line, t }, after, end: null, actions: [], lane: this.freeLane(t) };
        this.laneEnds[effect.lane] = Infinity;
        this.list.push(effect);
        this.byNumber.set(line.e, effect);
    }

    freeLane(t) {
        const lane = this.laneEnds.findIndex(end => end < t);
        return lane >= 0 ? lane : this.laneEnds.length < Effects.mostLanes ? this.laneEnds.length : Effects.mostLanes - 1;
    }

    /// Notes that an effect has dispatched an action.
    note(number, action) {
        this.byNumber.get(number)?.actions.push(action);
    }

    /// The effects that an action began.
    begunBy(action) {
        return this.list.filter(effect => effect.begin.i === action);
    }

    /// The effects that were running when an action was over, the latest first.
    runningAfter(action) {
        return this.list.filter(effect =>
            effect.after <= action && effect.begin.i <= action && (effect.end === null || effect.end.after > action)).reverse();
    }
}
Effects.mostLanes = 6;
