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
        const action = this.recording.action(++this.moment);
        for (const [store, patch] of action.changes ?? []) {
            if (this.failures.has(store)) continue;
            try {
                this.states.set(store, applied(this.states.get(store) ?? null, patch));
            } catch (error) {
                this.failures.set(store, { action: this.moment, why: error.message });
            }
        }
    }

    stepBackwards() {
        const action = this.recording.action(this.moment);
        for (const [store, patch] of [...(action.changes ?? [])].reverse()) {
            const failure = this.failures.get(store);
            if (failure === undefined) this.states.set(store, undone(this.states.get(store) ?? null, patch));
            else if (failure.action === this.moment) this.failures.delete(store);
        }
        this.moment--;
    }
}
