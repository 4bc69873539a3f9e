// What one writes to find actions: `type:Add -origin:Timer dur:>5ms "two words"`.

/// Reads a query: `{ terms, mistakes }`, of terms `{ key, value, isNot }`.
function parsedQuery(text) {
    const terms = [], mistakes = [];
    for (const match of text.matchAll(/(-?)(?:([a-z]+):)?(?:"((?:[^"\\]|\\.)*)"?|(\S+))/giu)) {
        const [, minus, name, inQuotes, bare] = match;
        const key = name?.toLowerCase() ?? "";
        if (name === undefined && queryKeys.has(bare?.toLowerCase().replace(/:$/, "")) && bare.endsWith(":")) continue;
        const value = inQuotes !== undefined ? inQuotes.replace(/\\(.)/g, "$1") : bare;
        const term = { key, value: value.toLowerCase(), isNot: minus === "-" };
        if (!queryKeys.has(key)) {
            // Something with a colon in it, such as a file and a line.
            Object.assign(term, { key: "", value: `${name}:${value}`.toLowerCase() });
        } else if (key === "dur") {
            term.limit = durationLimit(value);
            if (term.limit === null) {
                mistakes.push("dur: needs a time, such as dur:>5ms");
                continue;
            }
        } else if (key === "is" && !(term.value in actionTraits)) {
            mistakes.push(`is: knows ${Object.keys(actionTraits).join(", ")}`);
            continue;
        }
        terms.push(term);
    }
    return { terms, mistakes };
}

const queryKeys = new Set(["", "type", "store", "origin", "path", "dur", "is"]);

const actionTraits = {
    __proto__: null,
    changed: action => (action.changes ?? []).length > 0,
    unchanged: action => (action.changes ?? []).length === 0,
    dropped: action => (action.by ?? []).some(by => by[1] === "drop"),
    replaced: action => (action.by ?? []).some(by => by[1] === "replace"),
    deferred: action => action.from?.deferred === true,
    unhandled: action => (action.calls ?? []).length === 0,
};

/// The limit in `>5ms`, `<=1s`, `20us`: a function that tells whether a duration keeps it; null if it is none.
function durationLimit(text) {
    const match = /^(>=|<=|>|<|=)?(\d+(?:\.\d+)?)(us|µs|ms|s)?$/iu.exec(text);
    if (!match) return null;
    const limit = Number(match[2]) * { us: 1, "µs": 1, ms: 1e3, s: 1e6 }[(match[3] ?? "ms").toLowerCase()];
    switch (match[1]) {
        case "<": return duration => duration < limit;
        case "<=": return duration => duration <= limit;
        case ">=": return duration => duration >= limit;
        case "=": return duration => Math.abs(duration - limit) < 0.5;
        default: return duration => duration > limit;
    }
}

/// Finds actions. It keeps a text of each action, in lower case, which it makes when it is first asked, or before.
class Search {
    constructor(recording) {
        this.recording = recording;
        this.texts = [];
        this.paths = [];
    }

    /// Makes the texts of some more actions. Returns whether there are more.
    prepare(most = Infinity) {
        const end = Math.min(this.recording.count, this.texts.length + most);
        for (let number = this.texts.length + 1; number <= end; number++) {
            const action = this.recording.action(number);
            const paths = (action.changes ?? []).map(([store, patch]) =>
                patch.slice(0, Search.mostOperations).map(operation => `${store}.${pathText(operation[1])}`).join("\n")).join("\n");
            let text = `${action.type} ${originText(action.from)} ${action.to ?? ""}`;
            if (action.content !== undefined) text += searchableText(action.content, Search.mostCharacters);
            for (const [, patch] of action.changes ?? []) {
                for (const operation of patch.slice(0, Search.mostOperations)) {
                    const room = Search.mostCharacters - text.length;
                    if (room <= 0) break;
                    for (const value of operation.slice(2, operation[0] === "=" ? 4 : 3)) text += searchableText(value, room);
                }
            }
            this.texts.push(text.toLowerCase());
            this.paths.push(paths.toLowerCase());
        }
        return end < this.recording.count;
    }

    /// The numbers of the actions from first on that match a query and, if there is one, a watch.
    matches({ terms }, watch, first = 1) {
        const { recording } = this;
        if (terms.some(term => term.key === "" || term.key === "path")) this.prepare();
        const tests = terms.map(term => this.test(term));
        if (watch) tests.unshift(number => changeOf(recording.action(number), watch) !== null);
        const found = [];
        for (let number = first; number <= recording.count; number++) {
            let isMatch = true;
            for (const test of tests) if (!test(number)) { isMatch = false; break; }
            if (isMatch) found.push(number);
        }
        return found;
    }

    test(term) {
        const test = this.positiveTest(term);
        return term.isNot ? number => !test(number) : test;
    }

    positiveTest({ key, value, limit }) {
        const { recording } = this;
        const isIn = texts => texts.map(text => text.toLowerCase().includes(value));
        switch (key) {
            case "type": {
                const matching = isIn(recording.types.texts), types = recording.typeOfAction.values;
                return number => matching[types[number - 1]];
            }
            case "origin": {
                const matching = isIn(recording.origins.texts), origins = recording.originOfAction.values;
                return number => matching[origins[number - 1]];
            }
            case "store": return number => {
                const action = recording.action(number);
                return (action.changes ?? []).some(([store]) => store.toLowerCase().includes(value))
                    || (action.calls ?? []).some(([store]) => store.toLowerCase().includes(value))
                    || (typeof action.to === "string" && action.to.toLowerCase().includes(value));
            };
            case "path": return number => this.paths[number - 1].includes(value);
            case "dur": {
                const durations = recording.durations.values;
                return number => limit(durations[number - 1]);
            }
            case "is": {
                const trait = actionTraits[value];
                return number => trait(recording.action(number));
            }
            default: return number => this.texts[number - 1].includes(value) || this.paths[number - 1].includes(value);
        }
    }
}
Search.mostCharacters = 4000;
Search.mostOperations = 100;
