"use strict";
// Sessions of the examples, recorded by the programs that are built. The weather has no actions, and so no session.
const fs = require("fs"), path = require("path"), { spawnSync } = require("child_process");

/// What each example is asked to do: its arguments behind `--inspect FILE`, what it reads, and the secrets that it is told.
const scripts = [
    {
        name: "annotation-filter",
        input: ['toggle author "A. Kim"', "group page", "invert", "search wall", "sort page desc", "groupby kind", "undo", "undo", "redo", "clear", "count"],
    },
    {
        name: "todo", options: folder => ["--folder", path.join(folder, "todo")],
        input: ["add Buy tea", "add Write --due 2999-12-01", "done 1", "undo", "postpone 2 +3d", "list"],
    },
    {
        // A server that does not answer.
        name: "todo", title: "todo with a server", options: folder => ["--folder", path.join(folder, "todo-sync"), "--sync", "http://127.0.0.1:1", "--user", "ada"],
        arguments: ["add", "Buy tea"], input: [], secrets: { TODO_PASSWORD: "planted-password" },
    },
    {
        name: "chat", options: () => ["--every", "1000s"], known: ["open sesame", "sample-token"],
        input: ["rooms", "open Quiet corner", "send hello", "send how are you?", "open Tea kitchen", "messages", "back"],
    },
    {
        name: "feed", options: () => ["--every", "1000s"],
        input: ["posts 3", "tab local", "tab home", "find tea", "find", "only image", "only all", "status"],
    },
    {
        name: "feed", title: "feed with a server", options: folder => ["--server", "http://127.0.0.1:9", "--token", "--state", path.join(folder, "feed")],
        input: ["posts"], secrets: { FEED_TOKEN: "planted-token" },
    },
];

/// Records what is built: `sessions` of `{ name, recording, secrets }`, and the names of what is missing.
function recordExamples(bin, folder) {
    const sessions = [], missing = new Set();
    for (const { name, title = name, options = () => [], arguments: more = [], input, secrets = {}, known = [] } of scripts) {
        const program = path.join(bin, name);
        if (!fs.existsSync(program)) {
            missing.add(name);
            continue;
        }
        const file = path.join(folder, `${title}.inspection`);
        const { error, status, stderr } = spawnSync(program, [...options(folder), "--inspect", file, ...more], {
            input: input.map(line => `${line}\n`).join(""), timeout: 60_000, encoding: "utf8",
            env: { ...process.env, ...secrets, no_proxy: "*", TZ: "UTC" },
        });
        if (error || !fs.existsSync(file)) throw new Error(`${title} has written no recording: ${error ?? stderr} (${status})`);
        sessions.push({ name: title, recording: fs.readFileSync(file), secrets: [...Object.values(secrets), ...known] });
    }
    return { sessions, missing: [...missing] };
}

module.exports = { recordExamples };
