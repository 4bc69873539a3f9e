/// Measures the page with its own recording, for `#selftest`, and writes the figures into the page.
async function selfTest(app, readyAt) {
    const figures = {
        actions: app.recording.count, trouble: app.recording.trouble,
        firstMilliseconds: Math.round(app.firstAt), readyMilliseconds: Math.round(readyAt),
    };
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    const timed = work => {
        const start = performance.now();
        work();
        return Math.round(10 * (performance.now() - start)) / 10;
    };
    while (app.search.texts.length < app.recording.count) await frame();

    figures.filters = {};
    for (const query of ["type:a", "store:o", "origin:swift", "path:rows", "dur:>5ms", "-type:add 7", "zzz", ""]) {
        app.parts.query.value = query;
        figures.filters[query || "none"] = timed(() => app.find());
        await frame();
    }
    app.tab = "state";
    const { replay } = app;
    figures.seekToEnd = timed(() => replay.seek(app.recording.count));
    figures.failures = replay.failures.size;
    figures.seekToStart = timed(() => replay.seek(0));
    figures.seekToEndAgain = timed(() => { app.go(app.recording.count); app.render(); });

    figures.frames = {
        scrolling: await framesWhile(step => { app.list.host.scrollTop = step * 2400 % app.list.height; }),
        stepping: await framesWhile(step => app.go(step * 7 % (app.recording.count + 1))),
        zooming: await framesWhile(step => app.timeline.zoom(step % 100 < 50 ? 0.9 : 1.1, 200)),
    };
    const result = element("pre", { id: "selftest", hidden: true }, JSON.stringify(figures));
    document.body.append(result);
}

/// How long frames take while something happens in each: the median and what 95 of 100 do not exceed.
async function framesWhile(work) {
    const times = [];
    let last = null;
    for (let step = 0; step < 120; step++) {
        work(step);
        const now = await new Promise(resolve => requestAnimationFrame(resolve));
        if (last !== null) times.push(now - last);
        last = now;
    }
    times.sort((a, b) => a - b);
    const at = part => Math.round(10 * times[Math.floor(part * times.length)]) / 10;
    return { median: at(0.5), of95: at(0.95), longest: at(0.999) };
}
