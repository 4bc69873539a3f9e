"use strict";
// The page as the program puts it together, for tests without a build; and its scripts, for tests without a browser.
const fs = require("fs"), path = require("path"), vm = require("vm");

const sources = path.join(__dirname, "../../../../Sources/Around");
const text = name => fs.readFileSync(path.join(sources, "MillraceInspector/Page", name), "utf8");

/// The scripts in their order, which stands in the program's source.
const names = [...fs.readFileSync(path.join(sources, "InspectorFiles/files.c"), "utf8").matchAll(/#embed ".*\/(\w+\.js)"/g)]
    .map(match => match[1]);

/// The page with a recording in it.
function page(recording) {
    const pieces = [], size = 3 << 20;
    for (let start = 0; start < recording.length; start += size) {
        pieces.push(`<script type="text/plain" data-recording>${recording.subarray(start, start + size).toString("base64")}</script>`);
    }
    const values = {
        nonce: "test", mode: "file", style: text("page.css"), script: names.map(text).join("\n"), recording: pieces.join("\n"),
        policy: "default-src 'none'; script-src 'nonce-test'; style-src 'nonce-test'; connect-src 'none'; base-uri 'none'; form-action 'none'",
    };
    return text("page.html").replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

/// What the scripts declare that need no browser.
function logic() {
    const needsBrowser = new Set(["app.js", "controls.js", "loading.js", "selftest.js", "main.js"]);
    const source = names.filter(name => !needsBrowser.has(name)).map(text).join("\n");
    const declared = [...source.matchAll(/^(?:class|function\*?|const) (\w+)/gm)].map(match => match[1]);
    return vm.runInThisContext(`(() => { "use strict"; ${source}\nreturn { ${declared.join(", ")} }; })()`, { filename: "page" });
}

module.exports = { page, logic, names };
