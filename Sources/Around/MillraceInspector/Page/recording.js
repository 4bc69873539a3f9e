/// A recording, as far as it was read: its lines, verified, and of each action what a list and a time line need.
///
/// It is fed with bytes, in pieces of any size, as they are there. What follows a damaged line is not read: a patch makes
/// sense only behind all those before it. The rest of an action is taken apart when it is first asked for.
class Recording {
    constructor() {
        this.header = null;
        /// The names of the stores, and their states at the beginning.
        this.initialStates = new Map();
        /// What lines call by numbers: types, stores, places in the source, policies.
        this.names = [];
        this.times = new Column(Float64Array);
        this.durations = new Column(Float32Array);
        this.types = new Texts();
        this.typeOfAction = new Column(Uint32Array);
        this.origins = new Texts();
        this.originOfAction = new Column(Uint32Array);
        this.effects = new Effects();
        /// Graphs, problems and steps of the outside: `{ graph, t, after }` and `{ text, t, after }`, after so many actions.
        this.graphs = [];
        this.problems = [];
        this.steps = [];
        /// What is wrong with the file; null if nothing is. What was read before stays.
        this.trouble = null;
        /// Whether the recording was ended, and not cut.
        this.hasEnd = false;
        /// The last moment of which something is known, in microseconds.
        this.endTime = 0;
        this.byteCount = 0;
        this.lineCount = 0;
        this.chain = new ChecksumChain();
        this.rest = [];
        this.numbers = [];
        /// The actions that were asked for, and where the lines of all stand.
        this.actions = [];
        this.pieces = [];
        this.pieceOfAction = new Column(Uint32Array);
        this.startOfAction = new Column(Uint32Array);
        this.endOfAction = new Column(Uint32Array);
    }

    get count() { return this.actions.length; }

    /// The action of a number: `{ i, t, type, from, d, calls, content, to, by, changes }`, as far as it has them; with
    /// `broken` if nothing is known of its changes.
    action(number) {
        if (!(number >= 1 && number <= this.count)) return undefined;
        return this.actions[number - 1] ??= this.readAction(number);
    }

    /// Reads all whole lines of some bytes. Keeps the beginning of a line for the next call.
    ///
    /// It is a generator: it pauses after each so many bytes, so that the page stays responsive.
    *feed(bytes) {
        let start = 0, pause = Recording.pauseAfter;
        let piece = new Piece(bytes);
        while (this.trouble === null) {
            const end = bytes.indexOf(0x0A, start);
            if (end < 0) break;
            if (this.rest.length > 0) {
                this.rest.push(bytes.subarray(start, end));
                const line = joined(this.rest);
                this.rest = [];
                this.line(new Piece(line), 0, line.length);
            } else {
                this.line(piece, start, end);
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

    line(piece, start, end) {
        this.lineCount++;
        if (this.hasEnd) return this.damage("stands behind the end");
        if (!this.chain.advance(piece.bytes, start, end)) return this.damage("is damaged: its checksum is wrong");
        this.byteCount += end - start + 1;
        try {
            if (this.header !== null && Recording.isAction(piece.bytes, start)) return this.takeAction(piece, start, end);
            this.take(JSON.parse(piece.text(start, end)));
        } catch (error) {
            this.damage(error instanceof SyntaxError ? "cannot be read" : `has an unknown form (${error.message})`);
        }
    }

    damage(what, number = this.lineCount) {
        const shown = this.count === 0 ? "Nothing" : this.count === 1 ? "One action" : `${this.count.toLocaleString("en")} actions`;
        this.trouble = `Line ${number.toLocaleString("en")} ${what}. ${shown} before it can be shown.`;
    }

    take(line) {
        if (this.header === null) return this.takeHeader(line);
        if (line.t !== undefined) this.advance(line.t);
        if (line.names !== undefined) this.takeNames(line.names);
        else if (line.e !== undefined) this.effects.take(this.named(line), this.endTime, this.count);
        else if (line.graph !== undefined) this.takeGraph(line.graph, this.endTime);
        else if (line.step !== undefined) this.steps.push({ text: String(line.step), t: this.endTime, after: this.count });
        else if (line.problem !== undefined) this.takeProblem(String(line.problem), this.endTime);
        else if (line.end !== undefined) this.takeEnd(line.end);
        else this.takeProblem(`Line ${this.lineCount} is of a kind that this page does not know.`, this.endTime);
    }

    takeHeader(line) {
        if (line.inspection !== 2) {
            throw new Error(line.inspection === undefined ? "it is no inspection recording" : "it is of another version");
        }
        for (const [store, state] of checkedPairs(line.states ?? [])) this.initialStates.set(store, state);
        this.header = line;
        if (line.graph) this.takeGraph(line.graph, 0);
    }

    takeNames(names) {
        if (!Array.isArray(names)) throw new Error("a list of names is expected");
        for (const name of names) this.names.push(String(name));
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

    /// Times are told as what has passed since the line before.
    advance(passed) {
        if (!(Number.isFinite(passed) && passed >= 0)) throw new Error("a time that goes back");
        this.endTime += passed;
    }

    name(number) {
        const name = this.names[number];
        if (name === undefined) throw new Error(`there is no name ${number}`);
        return name;
    }

    /// The beginning of an effect with names in the place of numbers.
    named(line) {
        if (line.end !== undefined) return line;
        const made = { ...line, store: this.name(line.store) };
        if (line.at !== undefined) made.at = this.name(line.at);
        return made;
    }

    // Actions

    static isAction(bytes, start) {
        const at = start + ChecksumChain.contentOffset, { actionHead } = Recording;
        for (let i = 0; i < actionHead.length; i++) if (bytes[at + i] !== actionHead[i]) return false;
        return true;
    }

    /// Takes of an action's line what stands in its first list: the time, the type, the place, and each store with its
    /// duration.
    takeAction(piece, start, end) {
        const { bytes } = piece, { numbers } = this;
        const behind = this.readNumbers(bytes, start + ChecksumChain.contentOffset + Recording.actionHead.length, end);
        if (behind < 0 || numbers.length < 3 || numbers.length % 2 === 0) throw new Error("an action without type or time");
        const type = this.name(numbers[1]);
        let duration = NaN;
        for (let i = 3; i < numbers.length; i += 2) {
            this.name(numbers[i]);
            if (numbers[i + 1] >= 0) duration = (duration || 0) + numbers[i + 1];
        }
        // All but the place of who asked for it is told in a part of its own.
        const hasOrigin = bytes[behind] === 0x2C && bytes[behind + 1] === 0x22 && bytes[behind + 2] === 0x6F && bytes[behind + 3] === 0x22;
        const place = numbers[2] < 0 ? undefined : this.name(numbers[2]);
        this.advance(numbers[0]);
        this.actions.push(null);
        this.times.push(this.endTime);
        this.durations.push(duration);
        this.typeOfAction.push(this.types.number(type));
        this.startOfAction.push(start);
        this.endOfAction.push(end);
        if (this.pieces[this.pieces.length - 1] !== piece) this.pieces.push(piece);
        this.pieceOfAction.push(this.pieces.length - 1);
        if (!hasOrigin) return this.originOfAction.push(this.origins.number(place ?? ""));
        const origin = JSON.parse(piece.text(behind + 5, Recording.endOfObject(bytes, behind + 5, end)));
        if (place !== undefined) origin.at = place;
        this.originOfAction.push(this.origins.number(originText(origin)));
        if (origin.e !== undefined) this.effects.note(origin.e, this.count);
    }

    /// The place behind an object that has no other one in it.
    static endOfObject(bytes, start, end) {
        let isInText = false;
        for (let i = start; i < end; i++) {
            const byte = bytes[i];
            if (byte === 0x22) isInText = !isInText;
            else if (byte === 0x5C) i++;
            else if (byte === 0x7D && !isInText) return i + 1;
        }
        return end;
    }

    /// Reads numbers to the end of their list. Returns the place behind it; -1 if they are something else.
    readNumbers(bytes, start, end) {
        const { numbers } = this;
        numbers.length = 0;
        let value = 0, scale = 0, sign = 1, digits = 0;
        for (let i = start; i < end; i++) {
            const byte = bytes[i];
            if (byte >= 0x30 && byte <= 0x39) {
                value = value * 10 + byte - 0x30;
                scale *= 10;
                digits++;
            } else if (byte === 0x2C || byte === 0x5D) {
                if (digits === 0) return -1;
                numbers.push(scale > 0 ? sign * value / scale : sign * value);
                if (byte === 0x5D) return i + 1;
                value = scale = digits = 0;
                sign = 1;
            } else if (byte === 0x2E && digits > 0 && scale === 0) {
                scale = 1;
            } else if (byte === 0x2D && digits === 0 && sign === 1) {
                sign = -1;
            } else {
                return -1;
            }
        }
        return -1;
    }

    readAction(number) {
        const index = number - 1, piece = this.pieces[this.pieceOfAction.values[index]];
        const action = { i: number, t: this.times.values[index], type: this.types.texts[this.typeOfAction.values[index]], from: {} };
        if (!Number.isNaN(this.durations.values[index])) action.d = this.durations.values[index];
        try {
            this.complete(action, JSON.parse(piece.text(this.startOfAction.values[index], this.endOfAction.values[index])));
        } catch (error) {
            action.broken = `its line has an unknown form: ${error.message}`;
        }
        return action;
    }

    /// Adds what a line tells to its action.
    complete(action, { a: numbers, o: origin, c: content, to, by, p: patches }) {
        if (typeof origin === "object" && origin !== null) action.from = origin;
        if (numbers[2] >= 0) action.from.at = this.name(numbers[2]);
        if (content !== undefined) action.content = content;
        if (to !== undefined) action.to = this.name(to);
        if (Array.isArray(by)) action.by = by.filter(Array.isArray);
        if (numbers.length > 3) action.calls = [];
        for (let i = 3; i < numbers.length; i += 2) {
            action.calls.push([this.name(numbers[i]), numbers[i + 1] >= 0 ? numbers[i + 1] : undefined]);
        }
        if (patches === undefined) return;
        if (!Array.isArray(patches) || patches.length % 2 !== 0) throw new Error("a list of stores is expected");
        const changes = [];
        for (let i = 0; i < patches.length; i += 2) {
            if (!Array.isArray(patches[i + 1])) throw new Error("a patch is expected");
            for (const operation of patches[i + 1]) if (!Array.isArray(operation[1])) throw new Error("an operation without a path");
            changes.push([this.name(patches[i]), patches[i + 1]]);
        }
        action.changes = changes;
    }
}
Recording.pauseAfter = 1 << 21;
Recording.actionHead = [...'"a":['].map(character => character.charCodeAt(0));

/// Some bytes of the file, in which lines stand. Its text is made as a whole, when the first line of it is asked for.
class Piece {
    constructor(bytes) {
        this.bytes = bytes;
        this.decoded = null;
    }

    /// The text of a line. Where the whole text has as many characters as there are bytes, a place in it is that in them.
    text(start, end) {
        if (this.decoded === null && end - start < this.bytes.length / 2) this.decoded = Piece.decoder.decode(this.bytes);
        if (this.decoded !== null && this.decoded.length === this.bytes.length) return this.decoded.slice(start, end);
        return Piece.decoder.decode(this.bytes.subarray(start, end));
    }
}
Piece.decoder = new TextDecoder("utf-8");

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
