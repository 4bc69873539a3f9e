/// The states of all stores at a moment, which can be moved: it applies and undoes the patches in between.
///
/// A moment is the number of the last action that has been handled; 0 is the beginning.
class Replay {
    constructor(recording) {
        this.recording = recording;
        this.states = new Map(recording.initialStates);
        this.moment = 0;
        /// The stores whose patches did not fit, and the action at which that was. Their states are unknown from there on.
        this.failures = new Map();
    }

    /// Goes to a moment. Cost: O(what changed in between).
    seek(moment) {
        const target = Math.max(0, Math.min(moment, this.recording.count));
        while (this.moment < target) this.stepForwards();
        while (this.moment > target) this.stepBackwards();
    }

    stepForwards() {
        const { changes, broken } = this.recording.action(++this.moment);
        if (broken !== undefined) for (const store of this.states.keys()) this.fail(store, broken);
        if (changes === undefined) return;
        for (let i = 0; i < changes.length; i++) {
            const store = changes[i][0];
            if (this.failures.has(store)) continue;
            try {
                this.states.set(store, applied(this.states.get(store) ?? null, changes[i][1]));
            } catch (error) {
                this.fail(store, error.message);
            }
        }
    }

    stepBackwards() {
        const changes = this.recording.action(this.moment).changes ?? [];
        for (let i = changes.length - 1; i >= 0; i--) {
            const store = changes[i][0];
            if (!this.failures.has(store)) this.states.set(store, undone(this.states.get(store) ?? null, changes[i][1]));
        }
        for (const [store, failure] of this.failures) if (failure.action === this.moment) this.failures.delete(store);
        this.moment--;
    }

    fail(store, why) {
        if (!this.failures.has(store)) this.failures.set(store, { action: this.moment, why });
    }
}
