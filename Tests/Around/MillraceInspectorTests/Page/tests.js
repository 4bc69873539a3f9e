"use strict";
// Tests of the page's scripts that need no browser: node tests.js [SEED]
const assert = require("assert"), fs = require("fs");
const { logic } = require("./assemble");
const { Sealer, SessionWriter, largeSession, randomNumbers } = require("./recordings");
const page = logic();
const { ChecksumChain, ChunkedList, Recording, Replay, RowOrder, Search, applied, undone, same, childrenOf, childAt, kindOf, visible, visiblePieces,
    parsedQuery, changeOf, brief, pathText, valueAt } = page;

const seed = Number(process.argv[2] ?? process.env.MILLRACE_SEED ?? Date.now() % 1e9);
const random = randomNumbers(seed), whole = limit => Math.floor(random() * limit), pick = array => array[whole(array.length)];
let passed = 0;
const test = (name, body) => {
    try {
        body();
        passed++;
    } catch (error) {
        console.error(`error: ${name} (seed ${seed})\n${error.stack}`);
        process.exitCode = 1;
    }
};
const plain = value => JSON.parse(JSON.stringify(value));
const actionsOf = recording => Array.from({ length: recording.count }, (_, index) => recording.action(index + 1));
const read = bytes => {
    const recording = new Recording();
    for (const _ of recording.feed(new Uint8Array(bytes)));
    recording.close();
    return recording;
};

test("a checksum is FNV-1a of 64 bits", () => {
    const chain = new ChecksumChain();
    for (const [text, wanted] of [["", "cbf29ce484222325"], ["a", "af63dc4c8601ec8c"], ["foobar", "85944171f73967e8"]]) {
        const bytes = Buffer.from(text), sum = ChecksumChain.sum(bytes, 0, bytes.length, chain.high, chain.low);
        assert.strictEqual(sum.map(half => (half >>> 0).toString(16).padStart(8, "0")).join(""), wanted);
    }
    let wanted = 0xCBF29CE484222325n;
    const bytes = Buffer.from(Array.from({ length: 5000 }, () => whole(256)));
    for (const byte of bytes) wanted = BigInt.asUintN(64, (wanted ^ BigInt(byte)) * 0x100000001B3n);
    const [high, low] = ChecksumChain.sum(bytes, 0, bytes.length, chain.high, chain.low);
    assert.strictEqual((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0), wanted);
});

test("a chunked list is an array", () => {
    const keys = [], values = [], list = new ChunkedList("l", [], []);
    for (let step = 0; step < 30_000; step++) {
        const isGrowing = step < 12_000 ? 0.8 : 0.3;
        if (random() < isGrowing || keys.length === 0) {
            const index = whole(keys.length + 1), key = `k${step}`;
            keys.splice(index, 0, key);
            values.splice(index, 0, step);
            list.insert(index, key, step);
        } else if (random() < 0.5) {
            const index = whole(keys.length);
            assert.strictEqual(list.indexOf(keys[index]), index);
            const [key] = keys.splice(index, 1);
            values.splice(index, 1);
            if (random() < 0.5) list.removeAt(index); else assert.ok(list.remove(key));
        } else {
            const index = whole(keys.length);
            assert.strictEqual(list.get(keys[index]), values[index]);
            assert.strictEqual(list.valueAt(index), values[index]);
            values[index] = -step;
            (random() < 0.5 ? list.cell(keys[index]) : list.cellAt(index)).value = -step;
        }
        assert.strictEqual(list.length, keys.length);
        if (step % 1000 === 0) {
            const start = whole(keys.length + 1), end = start + whole(700);
            assert.deepStrictEqual(list.slice(start, end), keys.slice(start, end).map((key, i) => [key, values[start + i]]));
        }
    }
    assert.deepStrictEqual(list.slice(0, Infinity), keys.map((key, i) => [key, values[i]]));
    assert.strictEqual(list.has("none"), false);
    assert.strictEqual(list.cell("none"), undefined);
    assert.strictEqual(list.remove("none"), false);
    assert.strictEqual(list.indexOf("none"), -1);
});

// Random values and patches.

const words = ["a", "b", "title", "__proto__", "constructor", "</script>", "<!--<script>", "\u2028", "\ud800", "\u202e", "\0", "", "length", "toString"];
let nextId = 0;

function randomValue(depth) {
    const kinds = depth === 0 ? 6 : 13;
    switch (whole(kinds)) {
        case 0: return null;
        case 1: return random() < 0.5;
        case 2: return whole(1000) - 500;
        case 3: return pick(words);
        case 4: return pick([{ n: "9007199254740993" }, { n: "nan" }, { r: true }, { x: "somewhere", t: "URL" }]);
        case 5: return { c: pick(["idle", "loading"]) };
        case 6: return { t: pick(words), f: distinct(whole(4)).map(name => [name, randomValue(depth - 1)]) };
        case 7: return { c: "loaded", a: random() < 0.5 ? [["", randomValue(depth - 1)], ["", randomValue(depth - 1)]] : [["value", randomValue(depth - 1)]] };
        case 8: return Array.from({ length: whole(6) }, () => randomValue(depth - 1));
        case 9: return { l: Array.from({ length: whole(6) }, () => [`${pick(words)}${nextId++}`, randomValue(depth - 1)]) };
        case 10: return { d: distinct(whole(5)).sort().map(key => [key, randomValue(depth - 1)]) };
        case 11: return { s: distinct(whole(4)) };
        default: return { o: randomValue(depth - 1) };
    }
}

function distinct(number) {
    return [...new Set(Array.from({ length: number }, () => pick(words)))];
}

/// A random operation that fits a state.
function randomOperation(state) {
    const path = [];
    let node = state;
    while (true) {
        const kind = kindOf(node), children = kind === "optional" ? [] : childrenOf(node);
        if (["list", "rows", "dictionary", "set"].includes(kind) && random() < 0.5) {
            if (random() < 0.5 || children.length === 0) {
                const value = kind === "set" ? { x: `new ${nextId++}` } : randomValue(2), index = whole(children.length + 1), key = `new ${nextId++}`;
                const step = { list: index, rows: ["#", key], dictionary: ["k", key], set: ["e"] }[kind];
                return ["+", [...path, step], value, ...(kind === "list" || kind === "rows" ? [index] : [])];
            }
            const index = whole(children.length), child = children[index];
            return ["-", [...path, kind === "set" ? ["e"] : child.step], plainValue(child.value), ...(kind === "list" || kind === "rows" ? [index] : [])];
        }
        if (children.length === 0 || kind === "set" || random() < 0.25) return ["=", path, plainValue(node), randomValue(3)];
        const child = pick(children);
        path.push(child.step);
        node = child.value;
    }
}

/// A value without chunked lists.
function plainValue(value) {
    const inner = child => plainValue(child.value);
    switch (kindOf(value)) {
        case "fields": return { ...value, f: childrenOf(value).map((child, i) => [value.f[i][0], inner(child)]) };
        case "case": return value.a ? { ...value, a: childrenOf(value).map((child, i) => [value.a[i][0], inner(child)]) } : value;
        case "rows": return { l: childrenOf(value).map(child => [child.label, inner(child)]) };
        case "dictionary": return { d: childrenOf(value).map(child => [child.label, inner(child)]) };
        case "set": return { s: childrenOf(value).map(inner) };
        case "list": return childrenOf(value).map(inner);
        case "optional": return { o: plainValue(value.o) };
        default: return value;
    }
}

test("random patches are applied and undone", () => {
    for (let round = 0; round < 3000; round++) {
        const first = randomValue(4), before = JSON.stringify(first), moments = [plain(first)], patches = [];
        let state = first;
        for (let step = 0; step < 8; step++) {
            const patch = [];
            for (let i = 0; i < 1 + whole(3); i++) {
                const operation = plain(randomOperation(state));
                state = applied(state, [operation]);
                patch.push(operation);
            }
            patches.push(patch);
            moments.push(plain(plainValue(state)));
        }
        const texts = JSON.stringify(patches);
        for (let pass = 0; pass < 2; pass++) {
            for (let step = 7; step >= 0; step--) {
                state = undone(state, patches[step]);
                assert.ok(same(state, moments[step]), `undoing ${JSON.stringify(patches[step])}`);
            }
            for (let step = 0; step < 8; step++) {
                state = applied(state, patches[step]);
                assert.ok(same(state, moments[step + 1]), `applying ${JSON.stringify(patches[step])}`);
            }
        }
        // Neither the patches nor the first state are changed by it.
        assert.strictEqual(JSON.stringify(patches), texts);
        assert.strictEqual(JSON.stringify(first), before);
    }
});

test("a patch that does not fit changes nothing", () => {
    const rows = Array.from({ length: 5 }, (_, i) => [`${i}`, i]);
    let state = applied({ t: "S", f: [["rows", { l: rows }]] }, [["=", ["rows", ["#", "1"]], 1, 10]]);
    const before = plain(plainValue(state));
    for (const bad of [
        ["=", ["nothing"], 1, 2], ["-", ["rows", ["#", "9"]], 9, 9], ["+", ["rows", ["#", "1"]], 1, 0], ["+", ["rows", ["#", "new"]], 1, 99],
        ["+", [], 1, 0], ["=", ["rows", 7], 1, 2], ["?", ["rows"], 1, 2], ["=", ["rows", ["k", "1"]], 1, 2], ["=", ["rows", null], 1, 2],
    ]) {
        assert.throws(() => applied(state, [["-", ["rows", ["#", "0"]], 0, 0], ["=", ["rows", ["#", "1"]], 10, 11], bad]));
        assert.deepStrictEqual(plain(plainValue(state)), before);
    }
});

test("the way back leads to what was shown on the way there, whatever a patch says was there", () => {
    const first = { t: "S", f: [["clock", 0], ["rows", { l: [["1", { f: [["n", 0]] }], ["2", 5]] }], ["list", [1, 2]], ["all", { d: [["a", 1]] }]] };
    const patches = [
        [["=", ["rows", ["#", "2"]], 5, 6]],
        [["=", ["clock"], 1, 3], ["-", ["rows", ["#", "1"]], { f: [["n", 9]] }, 0], ["-", ["list", 1], 7, 1], ["-", ["all", ["k", "a"]], 8]],
        [["=", ["rows"], { l: [] }, { l: [["3", 1]] }]],
        [["+", ["rows", ["#", "4"]], 2, 1]],
        [["=", [], 1, null]],
    ];
    const moments = [plain(first)], states = [first, first];
    for (const patch of patches) {
        states[0] = applied(states[0], patch);
        moments.push(plain(plainValue(states[0])));
    }
    // Two replays share the patches.
    for (const patch of patches) states[1] = applied(states[1], patch);
    for (let pass = 0; pass < 2; pass++) {
        for (let i = patches.length - 1; i >= 0; i--) {
            states.forEach((state, index) => { states[index] = undone(state, patches[i]); });
            for (const state of states) assert.ok(same(state, moments[i]), `back at ${i}`);
        }
        for (let i = 0; i < patches.length; i++) {
            states.forEach((state, index) => { states[index] = applied(state, patches[i]); });
            for (const state of states) assert.ok(same(state, moments[i + 1]), `again at ${i + 1}`);
        }
    }
});

test("the recorder's own patches lead from its old values to its new ones", () => {
    const file = process.env.INSPECT_TRIPLES;
    if (!file) return;
    let number = 0;
    for (const line of fs.readFileSync(file, "utf8").split("\n").filter(Boolean)) {
        const { old, new: now, patch } = JSON.parse(line);
        number++;
        const forwards = applied(old, patch);
        assert.ok(same(forwards, now), `line ${number} forwards: ${line.slice(0, 500)}`);
        assert.ok(same(undone(forwards, patch), old), `line ${number} backwards: ${line.slice(0, 500)}`);
        assert.ok(same(undone(now, patch), old), `line ${number} backwards: ${line.slice(0, 500)}`);
    }
    console.log(`page: ${number} patches of the recorder fit`);
});

// Recordings.

const small = largeSession({ actions: 300, rows: 40, seed });
read.whole = read(small);

test("a recording is read, in pieces of any size, and replayed to any moment", () => {
    const recording = read(small);
    assert.strictEqual(recording.trouble, null);
    assert.ok(recording.hasEnd);
    assert.strictEqual(recording.count, 300);
    const other = new Recording();
    for (let start = 0; start < small.length;) {
        const end = start + 1 + whole(5000);
        for (const _ of other.feed(new Uint8Array(small.subarray(start, end))));
        start = end;
    }
    assert.deepStrictEqual(actionsOf(other), actionsOf(recording));
    assert.ok(other.hasEnd);
    const states = [], straight = new Replay(recording), replay = new Replay(recording);
    for (let moment = 0; moment <= 300; moment++) {
        straight.seek(moment);
        states.push(new Map([...straight.states].map(([store, state]) => [store, plain(plainValue(state))])));
    }
    for (let round = 0; round < 200; round++) {
        const moment = whole(301);
        replay.seek(moment);
        for (const [store, state] of replay.states) assert.ok(same(state, states[moment].get(store)), `${store} at ${moment}`);
    }
    assert.strictEqual(replay.failures.size, 0);
});

test("what is cut or damaged is shown up to there", () => {
    for (let round = 0; round < 60; round++) {
        const lines = small.subarray(0, whole(small.length)), cut = read(lines);
        const wholeLines = lines.toString("latin1").split("\n").length - 1;
        assert.strictEqual(cut.hasEnd, false);
        assert.strictEqual(cut.lineCount, wholeLines);
        assert.strictEqual(cut.trouble === null, lines.length > 0 && lines[lines.length - 1] === 0x0A);
        const bad = Buffer.from(small), place = whole(small.length);
        bad[place] ^= 1 << whole(8);
        const damaged = read(bad), lineOfDamage = small.subarray(0, place).toString("latin1").split("\n").length;
        assert.match(damaged.trouble, /^Line /);
        assert.ok(damaged.count < lineOfDamage);
        for (let number = 1; number <= damaged.count; number++) assert.deepStrictEqual(damaged.action(number), read.whole.action(number));
    }
});

test("a line of an unknown form ends what is read, and says why", () => {
    const header = { inspection: 2, states: [["s", 1]] }, names = { names: ["A", "s"] };
    const trouble = (...lines) => {
        const sealer = new Sealer();
        for (const line of lines) sealer.add(line);
        return read(sealer.bytes).trouble;
    };
    assert.strictEqual(trouble(header, names, { a: [0, 0, -1] }, { end: 1 }), null);
    assert.match(trouble({ millrace: 2 }), /no inspection recording/);
    assert.match(trouble({ inspection: 1 }), /another version/);
    for (const numbers of [[], [0], [0, 0], [0, 0, -1, 1], ["0", 0, -1], [null, 0, -1], [1e300, 0, -1], [[0], 0, -1]]) {
        assert.match(trouble(header, names, { a: numbers }), /without type or time/);
    }
    assert.match(trouble(header, names, { a: [-1, 0, -1] }), /goes back/);
    for (const numbers of [[0, 2, -1], [0, 0, 7], [0, 0, -1, 3, 1], [0, 0.5, -1]]) assert.match(trouble(header, names, { a: numbers }), /no name/);
    assert.match(trouble(header, { names: 7 }), /list of names/);
    assert.match(trouble(header, names, { e: 1, t: 0, store: 9 }), /no name 9/);
    assert.match(trouble(header, names, { e: 1, t: "0", store: 1 }), /goes back/);
    assert.match(trouble(header, { end: 3 }), /3 actions are told/);
    assert.match(trouble(header, { end: 0 }, { end: 0 }), /behind the end/);
    assert.match(read(Buffer.from("")).trouble, /empty/);
    assert.match(read(Buffer.from([0xFF, 0xFE, 0x0A])).trouble, /checksum/);
});

test("a store whose patch does not fit stays as it was, and the others go on", () => {
    const session = new SessionWriter({ states: [["a", { f: [["x", 1]] }], ["b", { f: [["x", 1]] }]] });
    session.action({ t: 0, type: "A", changes: [["a", [["=", ["x"], 1, 2]]], ["b", [["=", ["x"], 1, 2]]]] });
    session.action({ t: 1, type: "A", changes: [["a", [["=", ["y"], 1, 2]]], ["b", [["=", ["x"], 2, 3]]]] });
    session.action({ t: 2, type: "A", changes: [["a", [["=", ["x"], 2, 3]]], ["b", [["=", ["x"], 3, 4]]]] });
    const replay = new Replay(read(session.bytes));
    replay.seek(3);
    assert.strictEqual(valueAt(replay.states.get("a"), ["x"]), 2);
    assert.strictEqual(valueAt(replay.states.get("b"), ["x"]), 4);
    assert.strictEqual(replay.failures.get("a").action, 2);
    replay.seek(1);
    assert.strictEqual(replay.failures.size, 0);
    replay.seek(0);
    assert.strictEqual(valueAt(replay.states.get("a"), ["x"]), 1);
});

test("an action whose line has an unknown form is told, and what is known of it is shown", () => {
    for (const rest of [{ p: 7 }, { p: [0] }, { p: [9, []] }, { p: [0, [["="]]] }, { p: [0, 5] }, { to: 9 }, { p: [0, [null]] }]) {
        const session = new SessionWriter({ states: [["a", 1]] });
        session.action({ t: 0, type: "A", d: 5, calls: [["a", 5]], changes: [["a", [["=", [], 1, 2]]]] });
        session.sealer.add({ a: [3, 0, -1, 1, 7], ...rest });
        session.action({ t: 4, type: "A", changes: [["a", [["=", [], 2, 3]]]] });
        const recording = read(session.bytes), replay = new Replay(recording);
        assert.strictEqual(recording.trouble, null);
        assert.strictEqual(recording.count, 3);
        const { i, t, type, d, broken } = recording.action(2);
        assert.deepStrictEqual([i, t, type, d], [2, 3, "A", 7]);
        assert.match(broken, /unknown form/);
        replay.seek(3);
        assert.strictEqual(replay.failures.get("a").action, 2);
        assert.strictEqual(replay.states.get("a"), 2);
        replay.seek(0);
        assert.strictEqual(replay.failures.size, 0);
        assert.strictEqual(replay.states.get("a"), 1);
    }
});

// What one finds.

test("queries find what they say", () => {
    const recording = read(small), search = new Search(recording), all = actionsOf(recording);
    const found = query => search.matches(parsedQuery(query), null);
    const numbers = condition => all.filter(condition).map(action => action.i);
    assert.deepStrictEqual(found(""), numbers(() => true));
    assert.deepStrictEqual(found("type:additem"), numbers(action => action.type === "AddItem"));
    assert.deepStrictEqual(found("-type:Tick -type:Item"), numbers(action => !/Tick|Item/.test(action.type)));
    assert.deepStrictEqual(found("store:items dur:>60us"), numbers(action => action.changes[0][0] === "items" && action.d > 60));
    assert.deepStrictEqual(found("origin:Row.swift:19"), numbers(action => action.from.at === "Items/Row.swift:19"));
    assert.deepStrictEqual(found("origin:effect"), numbers(action => action.from.e !== undefined));
    assert.deepStrictEqual(found("path:items.count"), numbers(action => ["AddItem", "RemoveItem"].includes(action.type)));
    assert.deepStrictEqual(found("is:deferred"), numbers(action => action.type === "MoveItem"));
    assert.deepStrictEqual(found('"item 3, version"').every(number => /Item 3, version/.test(JSON.stringify(all[number - 1]))), true);
    assert.deepStrictEqual(found("Row.swift:33"), numbers(action => action.type === "RenameItem"));
    assert.deepStrictEqual(found("type:"), found(""));
    assert.strictEqual(parsedQuery("dur:long").mistakes.length, 1);
    assert.strictEqual(parsedQuery("is:constructor").mistakes.length, 1);
    for (let round = 0; round < 300; round++) parsedQuery(Array.from({ length: whole(12) }, () => pick(["-", ":", '"', "type", "dur", ">", "5", " ", "\\", "(", "[", "\ud800"])).join(""));
});

test("when did this change?", () => {
    const recording = read(small);
    for (const watch of [
        { store: "items", path: ["count"] }, { store: "items", path: ["rows", ["#", "7"], "title"] }, { store: "items", path: ["rows", ["#", "7"]] },
        { store: "search", path: ["phase"] }, { store: "items", path: ["rows"] }, { store: "search", path: ["phase", "results"] }, { store: "session", path: [] },
    ]) {
        const replay = new Replay(recording);
        let former = plain(valueAt(replay.states.get(watch.store), watch.path) ?? null);
        for (const action of actionsOf(recording)) {
            replay.seek(action.i);
            const value = valueAt(replay.states.get(watch.store), watch.path), now = value === undefined ? null : plain(plainValue(value));
            const change = changeOf(action, watch);
            if (action.type !== "MoveItem") assert.strictEqual(change !== null, JSON.stringify(now) !== JSON.stringify(former), `${pathText(watch.path)} at ${action.i}`);
            if (change?.sign === "=") assert.ok(same(change.old, former) && same(change.new, now));
            former = now;
        }
    }
});

test("steps of the outside stand between the actions, and are none", () => {
    const session = new SessionWriter();
    session.step("the network goes", 2000);
    session.action({ t: 2000, type: "A" });
    session.step("3 ms pass", 5000).step("POST /a: done, and its answer is lost", 5000);
    session.action({ t: 6000, type: "B" });
    const recording = read(session.finish());
    assert.deepStrictEqual([recording.trouble, recording.hasEnd, recording.count, recording.problems], [null, true, 2, []]);
    assert.deepStrictEqual(recording.steps, [
        { text: "the network goes", t: 2000, after: 0 }, { text: "3 ms pass", t: 5000, after: 1 },
        { text: "POST /a: done, and its answer is lost", t: 5000, after: 1 },
    ]);
    assert.strictEqual(recording.action(2).t, 6000);
});

test("the rows are the actions that match and all steps, in their order", () => {
    for (let round = 0; round < 400; round++) {
        const count = whole(12), matches = random() < 0.5 ? [] : null, steps = [], rows = [];
        for (let number = 0; number <= count; number++) {
            if (matches === null || number > 0 && random() < 0.5) rows.push(number);
            if (matches !== null && rows.includes(number)) matches.push(number);
            for (let step = whole(random() < 0.5 ? 4 : 1); step > 0; step--) {
                steps.push({ after: number, text: String(steps.length) });
                rows.push(steps[steps.length - 1]);
            }
        }
        const order = new RowOrder({ count, steps });
        order.matches = matches;
        assert.strictEqual(order.length, rows.length);
        assert.deepStrictEqual(rows.map((_, index) => order.at(index).step ?? order.at(index).number), rows);
        const shown = rows.filter(row => typeof row === "number");
        for (let number = 0; number <= count; number++) {
            const next = shown.find(other => other >= number), place = order.indexOf(number);
            const isBefore = row => typeof row === "number" ? row < number : row.after < number;
            assert.strictEqual(place, rows.filter(isBefore).length);
            assert.strictEqual(order.firstFrom(number), next ?? shown[0]);
            if (shown.length === 0) {
                assert.strictEqual(order.neighbour(number, 1), number);
                assert.strictEqual(order.within(number, 3), number);
                continue;
            }
            assert.strictEqual(order.neighbour(number, 1), shown.find(other => other > number) ?? shown[shown.length - 1]);
            assert.strictEqual(order.neighbour(number, -1), shown.findLast(other => other < number) ?? shown[0]);
            const [first, end] = order.surroundings(number);
            assert.ok(rows.slice(first, end).every(row => row === number || typeof row === "object"));
            assert.ok(first === 0 || typeof rows[first - 1] === "number");
            assert.ok(end === rows.length || typeof rows[end] === "number");
            for (const distance of [3, -3]) {
                const reached = order.within(number, distance), index = rows.indexOf(reached);
                const farthest = Math.max(0, Math.min(rows.length - 1, place + distance));
                const neighbour = order.neighbour(number, Math.sign(distance));
                if (distance > 0) assert.ok(index <= farthest || reached === neighbour);
                assert.ok(Math.sign(distance) * (reached - neighbour) >= 0 && shown.includes(reached));
            }
        }
    }
});

// What is shown.

test("hidden characters are shown as escapes, and others as they are", () => {
    assert.strictEqual(visible("a\u202eb\u2028c\0d\ud800e\ufeff\u200b"), "a\\u202eb\\u2028c\\0d\\ud800e\\ufeff\\u200b");
    assert.strictEqual(visible("tea \u{1F375} é ü 茶 שלום"), "tea \u{1F375} é ü 茶 שלום");
    assert.strictEqual(visible("\u{E0041}\u{1D173}"), "\\u{e0041}\\u{1d173}");
    assert.deepStrictEqual(visiblePieces("\tx"), [{ text: "\\t", isEscape: true }, { text: "x", isEscape: false }]);
    for (let code = 0; code < 0x3000; code++) {
        const text = visible(String.fromCharCode(code));
        if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) && code !== 0x200D && !/[\u0600-\u08E2]/.test(text)) assert.fail(code.toString(16));
    }
});

test("a value is written in about so many characters", () => {
    for (let round = 0; round < 3000; round++) {
        const limit = 1 + whole(200);
        assert.ok(brief(randomValue(5), limit).length <= 8 * limit + 120);
    }
    assert.strictEqual(brief({ t: "Row", f: [["id", 1], ["title", "Tea"], ["phase", { c: "loaded", a: [["", 2]] }]] }, 100), 'Row(id: 1, title: "Tea", phase: .loaded(2))');
    assert.ok(brief("x".repeat(10 << 20), 100).length < 150);
});


console.log(`page: ${passed} tests passed (seed ${seed})`);
