/// The time line: each action a bar as high as its handling took, effects as bars below, on a canvas.
class TimeLine {
    /// - choose: called with the number of the action that was clicked.
    constructor(canvas, recording, choose) {
        this.canvas = canvas;
        this.recording = recording;
        this.choose = choose;
        this.from = 0;
        this.to = null;
        this.chosen = 0;
        this.pinned = null;
        /// One byte an action: 1 where it matches the query; null without one.
        this.matching = null;
        canvas.addEventListener("wheel", event => this.wheel(event), { passive: false });
        canvas.addEventListener("pointerdown", event => this.pointerDown(event));
        canvas.addEventListener("pointermove", event => this.pointerMove(event));
        canvas.addEventListener("pointerup", event => this.pointerUp(event));
        canvas.addEventListener("pointerleave", () => { this.hovered = null; this.requestDrawing(); });
        canvas.addEventListener("dblclick", () => this.showAll());
        canvas.addEventListener("keydown", event => this.press(event));
        /// The size, as it was told last: to ask for it while drawing would lay the page out each time.
        this.width = this.height = 0;
        new ResizeObserver(() => {
            [this.width, this.height] = [canvas.clientWidth, canvas.clientHeight];
            this.requestDrawing();
        }).observe(canvas);
        /// All but the marks, as it was drawn last, and of what.
        this.ground = document.createElement("canvas");
        this.groundKey = "";
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.colours = null; this.requestDrawing(); });
    }

    get end() { return this.to ?? Math.max(this.recording.endTime, 1); }
    x(t) { return (t - this.from) / (this.end - this.from) * this.width; }
    t(x) { return this.from + x / this.width * (this.end - this.from); }

    requestDrawing() {
        if (this.isDue) return;
        this.isDue = true;
        requestAnimationFrame(() => {
            this.isDue = false;
            this.draw();
        });
    }

    showAll() {
        this.from = 0;
        this.to = null;
        this.requestDrawing();
    }

    /// Zooms by a factor around a place, which stays where it is.
    zoom(factor, x = this.width / 2) {
        const whole = Math.max(this.recording.endTime, 1), t = this.t(x);
        const length = Math.min(whole, Math.max(50, (this.end - this.from) * factor));
        this.place(t - length * x / this.width, length);
    }

    pan(distance) {
        this.place(this.from + distance / this.width * (this.end - this.from), this.end - this.from);
    }

    place(from, length) {
        const whole = Math.max(this.recording.endTime, 1);
        this.from = Math.max(0, Math.min(from, whole - length));
        this.to = length >= whole ? null : this.from + length;
        this.requestDrawing();
    }

    /// Pans so that an action is within. The caller draws.
    reveal(number) {
        if (number === 0 || this.to === null) return;
        const t = this.recording.times.values[number - 1], length = this.end - this.from;
        if (t < this.from || t > this.end) this.place(t - length / 2, length);
    }

    wheel(event) {
        event.preventDefault();
        if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan(event.deltaX || event.deltaY);
        else this.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300))), event.offsetX);
    }

    pointerDown(event) {
        this.drag = { x: event.offsetX, last: event.offsetX, isMoved: false };
        this.canvas.setPointerCapture(event.pointerId);
    }

    pointerMove(event) {
        if (this.drag) {
            this.drag.isMoved ||= Math.abs(event.offsetX - this.drag.x) > 3;
            if (this.drag.isMoved) this.pan(this.drag.last - event.offsetX);
            this.drag.last = event.offsetX;
        }
        this.hovered = { x: event.offsetX, y: event.offsetY };
        this.requestDrawing();
    }

    pointerUp(event) {
        if (this.drag && !this.drag.isMoved) this.choose(this.actionAt(event.offsetX));
        this.drag = null;
    }

    press(event) {
        switch (event.key) {
            case "+": case "=": this.zoom(0.5, this.keyboardPlace); break;
            case "-": this.zoom(2, this.keyboardPlace); break;
            case "0": this.showAll(); break;
            case "ArrowLeft": if (!event.shiftKey) return; this.pan(-this.width / 4); break;
            case "ArrowRight": if (!event.shiftKey) return; this.pan(this.width / 4); break;
            default: return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    get keyboardPlace() {
        const x = this.chosen > 0 ? this.x(this.recording.times.values[this.chosen - 1]) : 0;
        return x >= 0 && x <= this.width ? x : this.width / 2;
    }

    /// The action nearest to a place; among several of one place the longest, and among those that match if there are any.
    actionAt(x) {
        const { times, durations, count } = this.recording;
        let best = null;
        for (let i = times.firstNotBelow(this.t(x - 4)); i < count && times.values[i] <= this.t(x + 4); i++) {
            if (this.matching && !this.matching[i]) continue;
            if (best === null || (durations.values[i] || 0) > (durations.values[best] || 0)) best = i;
        }
        if (best !== null) return best + 1;
        const next = times.firstNotBelow(this.t(x));
        if (next >= count) return count;
        const isBeforeNearer = next > 0 && this.t(x) - times.values[next - 1] < times.values[next] - this.t(x);
        return isBeforeNearer ? next : next + 1;
    }

    /// Draws. What is below the marks is drawn anew only where it is another: stepping moves the marks alone.
    draw() {
        const { canvas, width, height } = this, ratio = devicePixelRatio || 1;
        if (width === 0) return;
        const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
        for (const one of [canvas, this.ground]) {
            if (one.width === pixelWidth && one.height === pixelHeight) continue;
            [one.width, one.height] = [pixelWidth, pixelHeight];
            this.groundKey = "";
        }
        this.colours ??= TimeLine.coloursOf(canvas);
        const lanes = this.recording.effects.laneEnds.length;
        const laneHeight = lanes === 0 ? 0 : Math.min(9, 36 / lanes);
        const base = height - lanes * laneHeight - (lanes ? 6 : 2);
        const key = [this.from, this.end, this.recording.byteCount, this.colours.text].join(" ");
        if (this.groundKey !== key || this.drawnMatching !== this.matching) {
            const context = this.ground.getContext("2d");
            context.setTransform(ratio, 0, 0, ratio, 0, 0);
            context.clearRect(0, 0, width, height);
            this.drawScale(context, height);
            this.drawSteps(context, base);
            this.drawActions(context, TimeLine.scaleHeight, base);
            this.drawEffects(context, base + 4, laneHeight);
            this.groundKey = key;
            this.drawnMatching = this.matching;
        }
        const context = this.context ??= canvas.getContext("2d");
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, pixelWidth, pixelHeight);
        context.drawImage(this.ground, 0, 0);
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        this.drawMarks(context, height);
        this.drawHovered(context, base);
    }

    drawScale(context, height) {
        const step = TimeLine.niceStep((this.end - this.from) / this.width * 110);
        context.font = `11px ${this.colours.font}`;
        context.textBaseline = "top";
        for (let t = Math.ceil(this.from / step) * step; t <= this.end; t += step) {
            const x = Math.round(this.x(t)) + 0.5;
            context.fillStyle = this.colours.line;
            context.fillRect(x, 0, 1, height);
            context.fillStyle = this.colours.muted;
            const text = step < 1000 ? `${timeText(t)}${String(Math.round(t % 1000)).padStart(3, "0")}` : timeText(t);
            if (x + 4 + context.measureText(text).width < this.width) context.fillText(text, x + 4, 3);
        }
    }

    /// Dashed lines for the steps of the outside.
    drawSteps(context, base) {
        context.fillStyle = this.colours.muted;
        let last = -1;
        for (const { t } of this.recording.steps) {
            const x = Math.round(this.x(t));
            if (x === last || x < 0 || x > this.width) continue;
            last = x;
            for (let y = TimeLine.scaleHeight; y < base; y += 6) context.fillRect(x, y, 1, 3);
        }
    }

    /// Lines for some durations, since the bars' heights are logarithmic.
    drawDurations(context, heightOf, base) {
        context.textBaseline = "middle";
        for (const duration of base < 90 ? [1000, 100_000] : [1000, 10_000, 100_000]) {
            const y = Math.round(base - heightOf(duration)) + 0.5, text = durationText(duration);
            context.fillStyle = this.colours.line;
            for (let x = 0; x < this.width - 48; x += 6) context.fillRect(x, y, 2, 1);
            context.fillStyle = this.colours.muted;
            context.fillText(text, this.width - context.measureText(text).width - 6, y);
        }
    }

    /// Draws the highest bar of each column of pixels; what does not match is paler, and below.
    drawActions(context, top, base) {
        const { times, durations, typeOfAction, count } = this.recording;
        const columns = Math.ceil(this.width / TimeLine.barWidth);
        const best = new Int32Array(columns).fill(-1), pale = new Float32Array(columns).fill(-1);
        const scale = columns / (this.end - this.from), { matching } = this;
        for (let i = times.firstNotBelow(this.from); i < count && times.values[i] <= this.end; i++) {
            const column = Math.min(columns - 1, (times.values[i] - this.from) * scale | 0);
            const duration = durations.values[i] || 0;
            if (matching !== null && matching[i] === 0) {
                if (duration > pale[column]) pale[column] = duration;
            } else if (best[column] < 0 || duration > (durations.values[best[column]] || 0)) {
                best[column] = i;
            }
        }
        const room = base - top;
        const heightOf = duration => 3 + (room - 3) * Math.min(1, Math.log10(1 + duration) / 6);
        this.drawDurations(context, heightOf, base);
        context.fillStyle = this.colours.line;
        context.fillRect(0, base, this.width, 1);
        for (let column = 0; column < columns; column++) {
            const x = column * TimeLine.barWidth;
            if (pale[column] >= 0) {
                context.fillStyle = this.colours.pale;
                const height = heightOf(pale[column]);
                context.fillRect(x, base - height, TimeLine.barWidth - 1, height);
            }
            if (best[column] >= 0) {
                context.fillStyle = this.colours.bar(hueOf(typeOfAction.values[best[column]]));
                const height = heightOf(durations.values[best[column]] || 0);
                context.fillRect(x, base - height, TimeLine.barWidth - 1, height);
            }
        }
    }

    drawEffects(context, top, laneHeight) {
        const ends = new Float64Array(Effects.mostLanes).fill(-1);
        for (const effect of this.recording.effects.list) {
            if (effect.begin.t > this.end) break;
            const end = effect.end?.t ?? this.recording.endTime;
            if (end < this.from) continue;
            const x = Math.max(0, this.x(effect.begin.t)), last = Math.max(x + 1, Math.min(this.width, this.x(end)));
            if (last <= ends[effect.lane]) continue;  // Nothing of it would be seen.
            context.fillStyle = this.colours.effect[effect.end?.how ?? "running"] ?? this.colours.effect.finished;
            const start = Math.max(x, ends[effect.lane]);
            context.fillRect(start, top + effect.lane * laneHeight, last - start, laneHeight - 2);
            ends[effect.lane] = last;
        }
    }

    drawMarks(context, height) {
        for (const problem of this.recording.problems) {
            context.fillStyle = this.colours.bad;
            context.fillRect(this.x(problem.t) - 1, TimeLine.scaleHeight - 3, 3, 3);
        }
        for (const [number, colour] of [[this.pinned, this.colours.pin], [this.chosen, this.colours.accent]]) {
            if (number === null) continue;
            const x = this.x(number === 0 ? 0 : this.recording.times.values[number - 1]);
            context.fillStyle = colour;
            context.fillRect(x - 0.75, 0, 1.5, height);
            context.beginPath();
            context.moveTo(x - 5, 0);
            context.lineTo(x + 5, 0);
            context.lineTo(x, 6);
            context.fill();
        }
    }

    drawHovered(context, base) {
        if (!this.hovered || this.drag?.isMoved || this.recording.count === 0) return;
        const text = this.hovered.y > base ? this.effectText(this.hovered) : this.actionText(this.hovered.x);
        if (!text) return;
        context.font = `12px ${this.colours.font}`;
        const width = Math.min(this.width - 8, context.measureText(text).width + 16);
        const x = Math.max(4, Math.min(this.width - width - 4, this.hovered.x + 12));
        context.fillStyle = this.colours.tip;
        context.beginPath();
        context.roundRect(x, TimeLine.scaleHeight, width, 22, 5);
        context.fill();
        context.fillStyle = this.colours.tipText;
        context.textBaseline = "top";
        context.fillText(text, x + 8, TimeLine.scaleHeight + 5, width - 16);
    }

    actionText(x) {
        const number = this.actionAt(x);
        if (number === 0) return "";
        const action = this.recording.action(number);
        const texts = [action.type, durationText(action.d), originText(action.from)].map(text => prefix(visible(text), 60));
        return [count(number), ...texts].filter(Boolean).join(" · ");
    }

    effectText({ x }) {
        const t = this.t(x);
        const running = this.recording.effects.list.filter(effect => effect.begin.t <= t && (effect.end?.t ?? Infinity) >= t);
        const text = ({ number, begin }) => `effect ${number} of ${begin.store}${begin.id ? ` (${begin.id})` : ""}`;
        return running.slice(0, 3).map(effect => prefix(visible(text(effect)), 60)).join(" · ")
            + (running.length > 3 ? ` and ${running.length - 3} more` : "");
    }

    /// A step between marks of the scale: 1, 2 or 5 times a power of ten, in microseconds; and minutes.
    static niceStep(least) {
        for (const step of [60e6, 120e6, 300e6, 600e6, 1800e6, 3600e6]) if (least > 30e6 && least <= step) return step;
        const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
        return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= least);
    }

    static coloursOf(canvas) {
        const style = getComputedStyle(canvas), colour = name => style.getPropertyValue(`--${name}`).trim();
        const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
        return {
            text: colour("text"), font: style.fontFamily, line: colour("line"), muted: colour("muted"), accent: colour("accent"), pin: colour("pin"),
            bad: colour("bad"), pale: colour("pale"), tip: colour("text"), tipText: colour("panel"),
            bar: hue => `hsl(${hue} ${isDark ? "60% 62%" : "62% 45%"})`,
            effect: { finished: colour("good"), cancelled: colour("muted"), failed: colour("bad"), running: colour("accent") },
        };
    }
}
TimeLine.scaleHeight = 18;
TimeLine.barWidth = 3;
