const app = new App();
if (document.body.dataset.mode === "follow") follow(app);
else readEmbedded(app).then(() => { if (location.hash.startsWith("#selftest")) selfTest(app, performance.now()); });
