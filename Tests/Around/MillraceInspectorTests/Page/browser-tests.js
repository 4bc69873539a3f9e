"use strict";
// Tests of the page in a browser, and its figures: node browser-tests.js [FOLDER]
//
// FOLDER is where programs are built. Following a file needs `inspect`, and the examples are those that are there.
const assert = require("assert"), fs = require("fs"), os = require("os"), path = require("path");
const { execFileSync, spawn } = require("child_process");
const { pathToFileURL } = require("url");
const { page } = require("./assemble");
const { Browser, program } = require("./browser");
const { recordExamples } = require("./examples");
const { Sealer, SessionWriter, hostileSession, hostileTexts, largeSession } = require("./recordings");

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "inspector-pages-"));
let passed = 0;

/// Opens a page with a recording, and checks at the end that nothing went wrong and nothing else was asked for.
async function withPage(browser, name, recording, body, { hash = "", ...size } = {}) {
    const file = path.join(folder, `${name}.html`), url = pathToFileURL(file).href;
    fs.writeFileSync(file, page(recording));
    const tab = await browser.tab(size);
    await tab.open(`${url}${hash}`);
    await tab.until("typeof app === 'object' && app.isReady");
    await body(tab);
    assert.deepStrictEqual(tab.faults, [], name);
    assert.deepStrictEqual([...new Set(tab.requests.map(request => request.split("#")[0]))], [url], `${name} asks for more than itself`);
    await tab.close();
    passed++;
}

const text = id => `document.getElementById('${id}').textContent`;
const settled = "new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))";

async function hostile(browser) {
    await withPage(browser, "hostile", hostileSession(), async tab => {
        const tabs = ["difference", "state", "action", "effects", "graph", "compare"];
        for (let moment = 0; moment <= hostileTexts.length + 3; moment++) {
            // The larger ones not at every moment.
            for (const name of tabs.slice(0, moment % 14 === 1 ? 6 : 1)) await tab.value(`app.pinned = 3, app.tab = '${name}', app.go(${moment}), app.render()`);
        }
        await tab.value("app.tree.lines.slice(0, 60).forEach(line => app.tree.unfolded.add(line.key)), app.tree.show(app.tree.roots)");
        await tab.value(`app.tab = 'state', app.render(), app.setWatch({ store: app.replay.states.keys().next().value, path: [${JSON.stringify(hostileTexts[0])}] })`);
        for (const query of hostileTexts) await tab.value(`app.parts.query.value = ${JSON.stringify(query)}, app.find()`);
        await tab.value("app.parts.query.value = '', app.setWatch(null), app.go(1), app.timeline.hovered = { x: 40, y: 40 }, app.timeline.draw()");
        await tab.value(settled);
        const found = await tab.value(`({
            pwned: typeof pwned, scripts: document.scripts.length, images: document.images.length, links: document.links.length,
            svg: document.querySelectorAll('svg:not(.graph)').length, bold: document.querySelectorAll('b').length, polluted: {}.t === undefined,
            hidden: [...document.querySelectorAll('main *')].filter(element => element.children.length === 0 &&
                /[\\u202a-\\u202e\\u2066-\\u2069\\u2028\\u2029\\u0000\\u001b\\u200b\\ufeff]/.test(element.textContent)).map(element => element.outerHTML.slice(0, 200)),
            labels: [...document.querySelectorAll('[aria-label], [title]')].some(element => /[\\u202a-\\u202e\\u2066-\\u2069]/.test(element.getAttribute('aria-label') + element.title)),
            trouble: app.recording.trouble, count: app.recording.count, failures: app.replay.failures.size,
        })`);
        assert.deepStrictEqual(found, {
            pwned: "undefined", scripts: 1, images: 0, links: 1, svg: 0, bold: 0, polluted: true, hidden: [], labels: false, trouble: null,
            count: hostileTexts.length + 3, failures: 0,
        });
        assert.match(await tab.value("app.list.row(10, 10).textContent"), /\\u202egnp\.exe\\u202c/);
        assert.match(await tab.value(`app.list.row(${hostileTexts.length + 3}, 1).textContent`), /bad \\ufffd/);
    });
}

async function use(browser) {
    const recording = largeSession({ actions: 500, rows: 300, seed: 7 });
    await withPage(browser, "use", recording, async tab => {
        const moment = () => tab.value(`${settled}.then(() => app.moment)`);
        assert.strictEqual(await moment(), 1);
        await tab.value("app.list.host.focus()");
        for (const [key, wanted] of [["j", 2], ["ArrowDown", 3], ["k", 2], ["End", 500], ["Home", 0], ["ArrowUp", 0], ["j", 1]]) {
            await tab.press(key);
            assert.strictEqual(await moment(), wanted, key);
        }
        await tab.press("2");
        await tab.value(settled);
        assert.strictEqual(await tab.value("document.querySelector('[role=tab][aria-selected=true]').id"), "tab-state");
        assert.match(await tab.value(text("content-state")), /items:ItemsState/);

        // A query, typed.
        await tab.press("/");
        for (const letter of "type:Search") await tab.press(letter);
        await tab.press("Enter");
        const found = await tab.value("app.list.order.matches");
        assert.ok(found.length > 5);
        assert.strictEqual(await tab.value(text("matches")), `${found.length} of 500 actions`);
        assert.ok(found.includes(await moment()));
        await tab.press("j");
        assert.ok(found.includes(await moment()));

        // When did this change? From a value of the tree.
        await tab.press("Escape");
        await tab.value("app.showInState('search', ['phase']), app.tree.host.focus()");
        await tab.press("w");
        await tab.value(settled);
        assert.match(await tab.value(text("watch")), /changes of search\.phase/);
        const changes = await tab.value("app.list.order.matches.map(number => app.recording.action(number).type)");
        assert.ok(changes.length > 5 && changes.every(type => type.startsWith("Search")));
        assert.match(await tab.value("document.querySelector('.row .content').textContent"), / → /);

        // A link leads to the same.
        await tab.value("app.go(app.list.order.matches[2]), app.togglePin(), app.open('compare'), app.render()");
        const link = await tab.value("app.link"), wanted = await tab.value("[app.moment, app.pinned, app.tab, JSON.stringify(app.watch)]");
        await tab.value("app.setWatch(null), app.pinned = null, app.tab = 'action', app.go(400), app.render()");
        await tab.value(`location.hash = ${JSON.stringify(link)}`);
        await tab.until("app.tab === 'compare'");
        assert.deepStrictEqual(await tab.value("[app.moment, app.pinned, app.tab, JSON.stringify(app.watch)]"), wanted);

        // Two moments beside each other.
        await tab.value("app.setWatch(null), app.pinned = 10, app.go(12), app.render()");
        const shown = await tab.value(text("content-compare"));
        assert.match(shown, /10 · .*12 · /);
        await tab.press("x");
        assert.strictEqual(await moment(), 10);

        // Every thing that is used has a name, and the tree folds by keys.
        const nameless = await tab.value(`[...document.querySelectorAll('button, a, input, [role=listbox], [role=tree], [role=slider], [role=separator], [role=option], [role=treeitem]')]
            .filter(element => !(element.getAttribute('aria-label') || element.textContent.trim() || element.labels?.length)).map(element => element.outerHTML)`);
        assert.deepStrictEqual(nameless, []);
        await tab.value("app.tab = 'state', app.render(), app.tree.unfolded.clear(), app.tree.show(app.tree.roots), app.tree.host.focus()");
        const lines = () => tab.value("app.tree.lines.length");
        assert.strictEqual(await lines(), 3);
        await tab.press("ArrowRight");
        assert.strictEqual(await lines(), 5);
        await tab.press("ArrowDown");
        await tab.press("ArrowRight");
        assert.strictEqual(await lines(), 8);  // three groups of a hundred
        await tab.press("ArrowLeft");
        assert.strictEqual(await lines(), 5);
    });
}

/// Steps of the outside are rows between the actions, under every query; keys pass over them.
async function steps(browser) {
    const session = new SessionWriter({ states: [["stars", 0]] });
    const add = (t, type, changes) => session.action({ t, type, content: { t: type, f: [] }, changes });
    session.step("the user opens the screen", 0);
    add(1000, "Starred", [["stars", [["=", [], 0, 1]]]]);
    session.step("POST /statuses/1/favourite: done, and its answer is lost", 2000).step("300 ms pass", 302_000);
    add(302_000, "Retried");
    session.step("POST /statuses/1/favourite: refused", 310_000);
    add(310_000, "Refused", [["stars", [["=", [], 1, 0]]]]);
    session.step("nothing is on its way any more", 320_000);
    await withPage(browser, "steps", session.finish(), async tab => {
        const rows = () => tab.value(`${settled}.then(() => [...document.querySelectorAll('.row')]
            .sort((a, b) => a.ariaPosInSet - b.ariaPosInSet).map(row => row.querySelector('.type, .step').textContent))`);
        const moment = () => tab.value(`${settled}.then(() => app.moment)`);
        const told = ["POST /statuses/1/favourite: done, and its answer is lost", "300 ms pass"];
        const [first, refused, last] = ["the user opens the screen", "POST /statuses/1/favourite: refused", "nothing is on its way any more"];
        assert.deepStrictEqual(await rows(), ["Start", first, "Starred", ...told, "Retried", refused, "Refused", last]);
        assert.strictEqual(await tab.value(text("matches")), "3 actions");
        assert.strictEqual(await tab.value("document.getElementById('notice').hidden"), true);
        for (const [key, wanted] of [["Home", 0], ["j", 1], ["j", 2], ["j", 3], ["j", 3], ["k", 2], ["PageUp", 0], ["PageDown", 3]]) {
            await tab.press(key);
            assert.strictEqual(await moment(), wanted, key);
        }
        await tab.value("document.querySelectorAll('.row.step')[1].click()");
        assert.strictEqual(await moment(), 1);
        await tab.press("j");
        await tab.press("3");
        assert.match(await tab.value(`${settled}.then(() => ${text("content-action")})`), /Before itPOST .* is lostBefore it300 ms pass/);
        await tab.value("app.parts.query.value = 'is:changed', app.find()");
        assert.deepStrictEqual(await rows(), [first, "Starred", ...told, refused, "Refused", last]);
        assert.strictEqual(await tab.value(text("matches")), "2 of 3 actions");
        // In a list that is too short for all, the steps around the action that is chosen are seen.
        await tab.value("app.parts.query.value = '', app.find(), document.getElementById('list').style.height = '140px', app.go(0)");
        await tab.value(settled);
        await tab.press("End");
        await tab.value(settled);
        const seen = await tab.value("[...document.querySelectorAll('.row')].filter(row => { const list = app.list.host.getBoundingClientRect(), "
            + "own = row.getBoundingClientRect(); return own.top >= list.top - 1 && own.bottom <= list.bottom + 1; }).map(row => row.textContent)");
        assert.ok(seen.some(row => row.includes(last)), seen.join(" | "));
        assert.ok(seen.some(row => row.includes("Refused")), seen.join(" | "));
    });
}

async function damaged(browser) {
    const recording = largeSession({ actions: 200, rows: 20, seed: 3 });
    await withPage(browser, "cut", recording.subarray(0, recording.length - 1000), async tab => {
        assert.match(await tab.value(text("notice")), /^Line \d+ is cut in its midst\. 1\d\d actions before it can be shown\.$/);
    });
    const bad = Buffer.from(recording);
    bad[bad.length >> 1] ^= 1;
    await withPage(browser, "damaged", bad, async tab => {
        assert.match(await tab.value(text("notice")), /is damaged: its checksum is wrong\. \d+ actions before it can be shown\.$/);
        assert.ok(await tab.value("app.recording.count") > 10);
    });
    await withPage(browser, "other", Buffer.from("hello\n"), async tab => {
        assert.match(await tab.value(text("notice")), /Line 1 is damaged.* Nothing before it can be shown/);
    });
    await withPage(browser, "unended", new Sealer().add({ inspection: 2, states: [] }).bytes, async tab => {
        assert.match(await tab.value(text("notice")), /has no end/);
    });
}

async function figures(browser) {
    const file = path.join(folder, "large.html");
    fs.writeFileSync(file, page(largeSession()));
    const tab = await browser.tab();
    await tab.open(`file://${file}#selftest`);
    await tab.until("document.getElementById('selftest') !== null", 240);
    const told = JSON.parse(await tab.value(text("selftest")));
    assert.deepStrictEqual(tab.faults, []);
    assert.strictEqual(told.trouble, null);
    assert.strictEqual(told.failures, 0);
    assert.strictEqual(told.actions, 100_000);
    const load = os.loadavg()[0].toFixed(1);
    console.log(`page: 100,000 actions, 100,000 rows, ${Math.round(fs.statSync(file).size / 1e6)} MB (load of this machine: ${load} on ${os.cpus().length} cores)`);
    console.log(`page: first actions shown after ${told.firstMilliseconds} ms, all read and verified after ${told.readyMilliseconds} ms`);
    console.log(`page: seek to the end ${told.seekToEnd} ms, back ${told.seekToStart} ms, and shown ${told.seekToEndAgain} ms`);
    console.log(`page: filters ${Object.entries(told.filters).map(([query, time]) => `${query} ${time}`).join(", ")} ms`);
    for (const [name, { median, of95 }] of Object.entries(told.frames)) console.log(`page: frames while ${name}: ${median} ms in the median, 95 of 100 within ${of95} ms`);
    // Only what no machine excuses.
    assert.ok(told.readyMilliseconds < 60_000 && told.seekToEnd < 15_000 && Math.max(...Object.values(told.filters)) < 5000);
    await tab.close();
    passed++;
}

/// What a step costs while the arrow key is held: the processor time of the page's thread, which other programs do not
/// lengthen as they do frames, and how often the page is laid out.
async function stepping(browser) {
    await withPage(browser, "stepping", largeSession({ actions: 10_000, rows: 10_000, seed: 11 }), async tab => {
        await tab.call("Performance.enable", { timeDomain: "threadTicks" });
        const metrics = async () => Object.fromEntries((await tab.call("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));
        for (const view of ["difference", "state", "action"]) {
            await tab.value(`app.tab = '${view}', app.go(1), app.render(), app.list.host.focus()`);
            await tab.value(settled);
            const times = [], parts = { ScriptDuration: 0, RecalcStyleDuration: 0, LayoutDuration: 0, LayoutCount: 0 };
            let before = await metrics();
            for (let step = 0; step < 200; step++) {
                await tab.call("Input.dispatchKeyEvent", { type: "keyDown", key: "ArrowDown", code: "ArrowDown", autoRepeat: step > 0 });
                await tab.value(settled);
                const after = await metrics();
                times.push(1000 * (after.TaskDuration - before.TaskDuration));
                for (const name in parts) parts[name] += after[name] - before[name];
                before = after;
            }
            assert.strictEqual(await tab.value("app.moment"), 201);
            // To lay the page out more often would be to ask for sizes between changes.
            assert.ok(parts.LayoutCount <= 2 * times.length, `${parts.LayoutCount} layouts in ${times.length} steps of ${view}`);
            times.sort((a, b) => a - b);
            const each = name => (1000 * parts[name] / times.length).toFixed(1);
            console.log(`page: a step by the arrow key, ${view}: ${times[100].toFixed(1)} ms in the median, 95 of 100 within ${times[190].toFixed(1)} ms `
                + `of the page's thread (script ${each("ScriptDuration")}, style ${each("RecalcStyleDuration")}, layout ${each("LayoutDuration")})`);
        }
        await tab.call("Performance.disable");
    });
}

async function follow(browser, command) {
    const file = path.join(folder, "followed.jsonl"), recording = largeSession({ actions: 300, rows: 50, seed: 5 });
    const half = recording.indexOf("\n", recording.length >> 1) + 10;  // in the midst of a line
    fs.writeFileSync(file, recording.subarray(0, half));
    const start = port => new Promise(resolve => {
        const server = spawn(command, [file, "--follow", ...(port ? ["--port", port] : [])], { stdio: ["ignore", "pipe", "inherit"] });
        server.stdout.once("data", data => resolve([server, String(data).trim()]));
    });
    const [server, address] = await start();
    const tab = await browser.tab();
    await tab.open(address);
    await tab.until("typeof app === 'object' && app.isReady && app.recording.count > 50");
    const before = await tab.value("app.recording.count");
    assert.ok(before < 290);
    assert.strictEqual(await tab.value("app.moment"), before);
    fs.appendFileSync(file, recording.subarray(half, half + 5000));
    await tab.until(`app.recording.count > ${before}`);
    // A lost connection is taken up where it was. (The token of another process is another one: only the same may go on.)
    fs.appendFileSync(file, recording.subarray(half + 5000));
    await tab.until("app.recording.hasEnd");
    assert.strictEqual(await tab.value("app.recording.trouble"), null);
    assert.strictEqual(await tab.value(`${settled}.then(() => app.moment)`), 300);
    server.kill();
    await tab.until(`${text("notice")}.includes('connection is lost')`);
    const origin = new URL(address).origin;
    assert.ok(tab.requests.every(request => request.startsWith(`${origin}/`)), tab.requests.join(" "));
    assert.deepStrictEqual(tab.faults.filter(fault => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET/.test(fault)), []);
    await tab.close();
    passed++;
}

/// A session of each example that is built: every moment and every view of it, and its secret is nowhere.
async function examples(browser, bin) {
    const { sessions, missing } = recordExamples(bin, folder);
    if (missing.length > 0) console.log(`page: not recorded, since they are not built: ${missing.join(", ")}`);
    const inspect = path.join(bin, "inspect");
    for (const { name, recording, secrets } of sessions) {
        const searched = [["recording", recording]];
        await withPage(browser, name, recording, async tab => {
            let text = "";
            for (const view of ["difference", "state", "action", "effects", "graph", "compare"]) {
                text += await tab.value(`(async () => {
                    let text = "";
                    app.pinned = 0, app.tab = ${JSON.stringify(view)};
                    for (const store of app.replay.states.keys()) app.tree.unfold(store, []);
                    const step = Math.ceil(app.recording.count / 40);
                    for (let moment = 0; moment <= app.recording.count; moment += step) {
                        app.go(moment), app.render();
                        text += document.body.innerText;
                    }
                    return text;
                })()`);
            }
            searched.push(["page", text]);
            const told = await tab.value("({ count: app.recording.count, trouble: app.recording.trouble, hasEnd: app.recording.hasEnd, failures: app.replay.failures.size })");
            assert.ok(told.count > 0, `${name} has no action`);
            assert.deepStrictEqual({ ...told, count: 0 }, { count: 0, trouble: null, hasEnd: true, failures: 0 }, name);
            const broken = await tab.value("Array.from({ length: app.recording.count }, (_, index) => app.recording.action(index + 1).broken).filter(Boolean)");
            assert.deepStrictEqual(broken, [], name);
            // Back at the beginning all is as it was, and forwards again as it was there.
            await tab.value(`app.replay.seek(app.recording.count), globalThis.last = [...app.replay.states].map(([store, state]) => canonicalText(state)).join(), app.replay.seek(0)`);
            assert.ok(await tab.value("[...app.replay.states].every(([store, state]) => same(state, app.recording.initialStates.get(store)))"), name);
            assert.ok(await tab.value(`app.replay.seek(app.recording.count), globalThis.last === [...app.replay.states].map(([store, state]) => canonicalText(state)).join()`), name);
            console.log(`page: ${told.count} actions of ${name}`);
        });
        if (fs.existsSync(inspect)) {
            const file = path.join(folder, `${name}.jsonl`), made = ending => path.join(folder, `${name}-made.${ending}`);
            fs.writeFileSync(file, recording);
            execFileSync(inspect, [file, "-o", made("html")]);
            execFileSync(inspect, [file, "--redux", made("json")]);
            const pageText = fs.readFileSync(made("html"), "latin1");
            const embedded = [...pageText.matchAll(/data-recording>([^<]*)</g)].map(match => Buffer.from(match[1], "base64"));
            assert.ok(Buffer.concat(embedded).equals(recording), name);
            searched.push(["page's file", pageText], ["export", fs.readFileSync(made("json"))]);
        }
        for (const [where, bytes] of searched) {
            for (const secret of secrets) assert.ok(!bytes.includes(secret), `${name}: its secret is in the ${where}`);
        }
    }
}

async function run() {
    if (program() === null) return console.log("page: not looked at in a browser: there is no Chromium here.");
    const browser = new Browser();
    try {
        for (const test of [hostile, use, steps, damaged, stepping, figures]) {
            const start = Date.now();
            await test(browser);
            if (process.env.VERBOSE) console.log(`${test.name} ${Date.now() - start} ms`);
        }
        const bin = process.argv[2] ?? "", command = path.join(bin, "inspect");
        if (bin) await examples(browser, bin);
        if (bin && fs.existsSync(command)) await follow(browser, command);
        else console.log("page: following is not tried: the command is not built.");
        console.log(`page: ${passed} pages looked at in a browser`);
    } finally {
        await browser.close();
        fs.rmSync(folder, { recursive: true, force: true });
    }
}

run().catch(error => {
    console.error(`error: ${error.stack}`);
    process.exitCode = 1;
});
