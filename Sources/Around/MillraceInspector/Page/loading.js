// How the bytes of a recording come: within the page, or from the server that follows the file.

function bytesOfBase64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const characters = atob(text), bytes = new Uint8Array(characters.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
    return bytes;
}

/// Lets the page draw and answer.
function breath() {
    return new Promise(resolve => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            port1.close();
            resolve();
        };
        port2.postMessage(null);
    });
}

/// Reads bytes in pieces.
async function read(app, bytes) {
    for (const _ of app.recording.feed(bytes)) {
        app.progress();
        await breath();
    }
}

/// Reads the recording that is within the page.
async function readEmbedded(app) {
    for (const script of document.querySelectorAll("script[data-recording]")) {
        const text = script.textContent.trim();
        script.remove();
        await read(app, bytesOfBase64(text));
        app.progress();
    }
    app.recording.close();
    app.progress(true);
    app.ready();
}

/// Follows the file of the server from which the page came. A lost connection is taken up where it was: the identity of
/// an event is the place in the file.
function follow(app) {
    const token = new URLSearchParams(location.search).get("token") ?? "";
    const source = new EventSource(`events?token=${encodeURIComponent(token)}`);
    let work = Promise.resolve();
    const tell = text => {
        app.connection = text;
        app.tellState();
    };
    app.isFollowing = linkedTo(location.hash).at === undefined;
    source.addEventListener("open", () => tell(""));
    source.addEventListener("bytes", event => { work = work.then(() => read(app, bytesOfBase64(event.data))).then(() => app.progress()); });
    source.addEventListener("level", () => {
        work = work.then(() => {
            app.progress(true);
            if (app.isReady) app.prepareSearch(); else app.ready();
            app.tellState();
        });
    });
    source.addEventListener("replaced", () => location.reload());
    source.addEventListener("error", () => tell(source.readyState === EventSource.CLOSED
        ? "The inspector has ended, or the address is an old one. What was read is here."
        : "The connection is lost; it is tried again."));
}
