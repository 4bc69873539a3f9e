/// A recording, as far as it was read: its lines, verified and taken apart.
///
/// It is fed with bytes, in pieces of any size, as they are there. What follows a damaged line is not read: a patch makes
/// sense only behind all those before it.
class Recording {
    constructor() {
        this.header = null;
        /// The names of the stores, and their states at the beginning.
        this.initialStates = new Map();
        /// The actions; the one with the number n is at n - 1.
        this.actions = [];
        this.times = new Column(Float64Array);
        this.durations = new Column(Float32Array);
        this.types = new Texts();
        this.typeOfAction = new Column(Uint32Array);
        this.origins = new Texts();
        this.originOfAction = new Column(Uint32Array);
        this.effects = new Effects();
        /// Graphs and problems: `{ graph, t, after }` and `{ text, t, after }`, after so many actions.
        this.graphs = [];
        this.problems = [];
        /// What is wrong with the file; null if nothing is. What was read before stays.
        this.trouble = null;
        /// Whether the recording was ended, and not cut.
        this.hasEnd = false;
        this.byteCount = 0;
        this.lineCount = 0;
        this.chain = new ChecksumChain();
        this.rest = [];
        this.decoder = new TextDecoder("utf-8");
    }

    get count() { return this.actions.length; }

    /// The last moment of which something is known, in microseconds.
    get endTime() { return this.latest ?? 0; }

    action(number) { return this.actions[number - 1]; }

    /// Reads all whole lines of some bytes. Keeps the beginning of a line for the next call.
    ///
    /// It is a generator: it pauses after each so many bytes, so that the page stays responsive.
    *feed(bytes) {
        let start = 0, pause = Recording.pauseAfter;
        while (this.trouble === null) {
            const end = bytes.indexOf(0x0A, start);
            if (end < 0) break;
            if (this.rest.length > 0) {
                this.rest.push(bytes.subarray(start, end));
                const line = joined(this.rest);
                this.rest = [];
                this.line(line, 0, line.length);
            } else {
                this.line(bytes, start, end);
            }
            start = end + 1;
            if (start > pause) {
                pause = start + Recording.pauseAfter;
                yield;
            }
        }
        if (start < bytes.length && this.trouble === null) this.rest.push(bytes.slice(start));
    }

    /// Tells that no more bytes will come.
    close() {
        if (this.trouble !== null) return;
        if (this.rest.length > 0) this.damage("is cut in its midst", this.lineCount + 1);
        else if (this.header === null) this.trouble = "The file is empty.";
    }

    line(bytes, start, end) {
        this.lineCount++;
        if (this.hasEnd) return this.damage("stands behind the end");
        if (!this.chain.advance(bytes, start, end)) return this.damage("is damaged: its checksum is wrong");
        let line;
        try {
            line = JSON.parse(this.decoder.decode(bytes.subarray(start, end)));
        } catch {
            return this.damage("cannot be read");
        }
        this.byteCount += end - start + 1;
        try {
            this.take(line);
        } catch (error) {
            this.damage(`has an unknown form (${error.message})`);
        }
    }

    damage(what, number = this.lineCount) {
        const shown = this.count === 0 ? "Nothing" : this.count === 1 ? "One action" : `${this.count.toLocaleString("en")} actions`;
        this.trouble = `Line ${number.toLocaleString("en")} ${what}. ${shown} before it can be shown.`;
    }

    take(line) {
        if (this.header === null) return this.takeHeader(line);
        if (Number.isFinite(line.t)) this.latest = Math.max(this.endTime, line.t);
        if (line.i !== undefined && line.e === undefined) this.takeAction(line);
        else if (line.e !== undefined) this.effects.take(line, this.count);
        else if (line.graph !== undefined) this.takeGraph(line.graph, line.t);
        else if (line.problem !== undefined) this.takeProblem(String(line.problem), line.t);
        else if (line.end !== undefined) this.takeEnd(line.end);
        else this.takeProblem(`Line ${this.lineCount} is of a kind that this page does not know.`, this.endTime);
    }

    takeHeader(line) {
        if (line.inspection !== 1) {
            throw new Error(line.inspection === undefined ? "it is no inspection recording" : "it is of another version");
        }
        for (const [store, state] of checkedPairs(line.states ?? [])) this.initialStates.set(store, state);
        this.header = line;
        if (line.graph) this.takeGraph(line.graph, 0);
    }

    takeAction(action) {
        if (action.i !== this.count + 1) throw new Error(`action ${action.i} does not follow ${this.count}`);
        if (typeof action.type !== "string" || !Number.isFinite(action.t)) throw new Error("an action without type or time");
        for (const [, patch] of checkedPairs(action.changes ?? [])) {
            for (const operation of patch) if (!Array.isArray(operation[1])) throw new Error("an operation without a path");
        }
        checkedPairs(action.calls ?? []);
        this.actions.push(action);
        this.times.push(action.t);
        this.durations.push(Number.isFinite(action.d) ? action.d : NaN);
        this.typeOfAction.push(this.types.number(action.type));
        this.originOfAction.push(this.origins.number(originText(action.from)));
        if (action.from?.e !== undefined) this.effects.note(action.from.e, action.i);
    }

    takeGraph(graph, t) {
        if (!Array.isArray(graph.nodes) || !Array.isArray(graph.edges)) throw new Error("a graph without nodes or edges");
        this.graphs.push({ graph, t, after: this.count });
    }

    takeProblem(text, t) {
        this.problems.push({ text, t, after: this.count });
    }

    takeEnd(count) {
        if (count !== this.count) throw new Error(`${count} actions are told, and ${this.count} found`);
        this.hasEnd = true;
    }
}
Recording.pauseAfter = 1 << 21;

/// Pairs of a store's name and something; an error where they are something else.
function checkedPairs(pairs) {
    if (!Array.isArray(pairs)) throw new Error("a list of stores is expected");
    for (const pair of pairs) {
        if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== "string") throw new Error("a store's name is expected");
    }
    return pairs;
}

/// Who asked for an action.
function originText(from) {
    if (typeof from !== "object" || from === null) return "";
    const parts = [];
    if (from.e !== undefined) parts.push(`effect ${from.e}`);
    if (from.inlet !== undefined) parts.push(`inlet ${from.inlet}`);
    if (from.member !== undefined) parts.push(`member ${from.member}`);
    if (from.at !== undefined) parts.push(String(from.at));
    if (from.replay) parts.push("replay");
    if (from.deferred) parts.push("deferred");
    return parts.join(" · ");
}

/// Pieces of bytes as one.
function joined(pieces) {
    if (pieces.length === 1) return pieces[0];
    const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
    let offset = 0;
    for (const piece of pieces) {
        whole.set(piece, offset);
        offset += piece.length;
    }
    return whole;
}

/// Numbers that grow in a typed array.
class Column {
    constructor(Type) {
        this.values = new Type(1024);
        this.length = 0;
    }

    push(value) {
        if (this.length === this.values.length) {
            const larger = new this.values.constructor(2 * this.length);
            larger.set(this.values);
            this.values = larger;
        }
        this.values[this.length++] = value;
    }

    /// The first index whose value is not less, among values in order.
    firstNotBelow(value) {
        let low = 0, high = this.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.values[middle] < value) low = middle + 1; else high = middle;
        }
        return low;
    }
}

/// Texts that come often, each kept once, with a number.
class Texts {
    constructor() {
        this.texts = [];
        this.numbers = new Map();
    }

    number(text) {
        let number = this.numbers.get(text);
        if (number === undefined) {
            this.numbers.set(text, number = this.texts.length);
            this.texts.push(text);
        }
        return number;
    }
}
