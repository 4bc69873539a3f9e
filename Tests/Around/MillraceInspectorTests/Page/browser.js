"use strict";
// A headless Chromium, spoken to through a pipe.
const { spawn } = require("child_process"), fs = require("fs"), os = require("os"), path = require("path");

/// The browser's program; null if there is none.
function program() {
    const names = process.env.CHROMIUM ? [process.env.CHROMIUM] : ["chromium", "chromium-browser", "google-chrome"];
    for (const folder of (process.env.PATH ?? "").split(":")) {
        for (const name of names) {
            const file = name.includes("/") ? name : path.join(folder, name);
            if (fs.existsSync(file)) return file;
        }
    }
    return null;
}

class Browser {
    constructor(file = program()) {
        this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "inspector-browser-"));
        this.process = spawn(file, [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
            "--disable-background-networking", "--remote-debugging-pipe", `--user-data-dir=${this.folder}`, "about:blank",
        ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
        this.waiting = new Map();
        this.listeners = [];
        this.next = 1;
        let rest = Buffer.alloc(0);
        this.process.stdio[4].on("data", data => {
            rest = Buffer.concat([rest, data]);
            for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1)) this.take(JSON.parse(rest.subarray(0, end).toString()));
        });
    }

    take(message) {
        const { id, error, result } = message;
        if (id === undefined) return this.listeners.forEach(listener => listener(message));
        const { resolve, reject } = this.waiting.get(id);
        this.waiting.delete(id);
        if (error) reject(new Error(error.message)); else resolve(result);
    }

    call(method, params = {}, sessionId = undefined) {
        const id = this.next++;
        this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }

    /// A tab of a size. It collects what goes wrong in it and what it asks the network for.
    async tab({ width = 1600, height = 1000, isDark = false } = {}) {
        const { targetId } = await this.call("Target.createTarget", { url: "about:blank" });
        const { sessionId } = await this.call("Target.attachToTarget", { targetId, flatten: true });
        const tab = new Tab(this, targetId, sessionId);
        for (const domain of ["Page", "Runtime", "Log", "Network"]) await tab.call(`${domain}.enable`);
        await tab.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
        await tab.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: isDark ? "dark" : "light" }] });
        return tab;
    }

    close() {
        const ended = new Promise(resolve => this.process.on("exit", resolve));
        this.process.kill();
        return ended.then(() => fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 20 }));
    }
}

class Tab {
    constructor(browser, target, session) {
        Object.assign(this, { browser, target, session, faults: [], requests: [] });
        browser.listeners.push(({ method, params, sessionId }) => {
            if (sessionId !== session) return;
            if (method === "Runtime.exceptionThrown") this.faults.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
            if (method === "Log.entryAdded" && params.entry.level === "error") this.faults.push(params.entry.text);
            if (method === "Runtime.consoleAPICalled") this.faults.push(`console: ${params.args.map(argument => argument.value).join(" ")}`);
            if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
            if (method === "Page.javascriptDialogOpening") this.faults.push(`dialog: ${params.message}`);
        });
    }

    call(method, params) { return this.browser.call(method, params, this.session); }

    async open(url) { await this.call("Page.navigate", { url }); }

    /// What an expression gives, or the promise that it gives.
    async value(expression) {
        const { result, exceptionDetails } = await this.call("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    /// Waits until an expression is true.
    async until(expression, seconds = 60) {
        const end = Date.now() + 1000 * seconds;
        while (Date.now() < end) {
            if (await this.value(expression).catch(() => false)) return;
            await new Promise(resolve => setTimeout(resolve, 50));
        }
        throw new Error(`not within ${seconds} s: ${expression}`);
    }

    async press(key, code = key) {
        const text = key.length === 1 ? key : undefined;
        await this.call("Input.dispatchKeyEvent", { type: "keyDown", key, code, text });
        await this.call("Input.dispatchKeyEvent", { type: "keyUp", key, code });
    }

    async picture(file) {
        const { data } = await this.call("Page.captureScreenshot", { format: "png" });
        fs.writeFileSync(file, Buffer.from(data, "base64"));
    }

    close() { return this.browser.call("Target.closeTarget", { targetId: this.target }); }
}

module.exports = { Browser, program };
