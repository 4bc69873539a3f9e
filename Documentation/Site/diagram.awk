# A flowchart of Mermaid, as `flowchart(below:)` writes it, as an SVG: nodes in layers, each as deep as its longest way from
# the top. Used by article.awk, which has the name of the guide in `article[guide]` and the folder in `drawings`.

function begin_diagram() {
    nodes = edges = 0
    delete label
    delete number
    delete layer
    delete isPoint
}
function node(text, name) {
    gsub(/^ +| +$/, "", text)
    name = text
    sub(/\[.*/, "", name)
    if (!(name in number)) { number[name] = ++nodes; label[nodes] = name; layer[nodes] = 0 }
    if (match(text, /\[".*"\]/)) label[number[name]] = substr(text, RSTART + 2, RLENGTH - 4)
    return number[name]
}
function read_diagram(line, ends) {
    if (line ~ /^flowchart/) return
    if (split(line, ends, / *--> */) == 2) { edges++; from[edges] = node(ends[1]); to[edges] = node(ends[2]) } else node(line)
}

function find_layers(round, e) {
    for (round = 0; round < nodes; round++)
        for (e = 1; e <= edges; e++) if (layer[to[e]] <= layer[from[e]]) layer[to[e]] = layer[from[e]] + 1
}
# An edge that passes layers goes by a point in each of them, beside their nodes.
function add_points(e, all, last, depth) {
    all = edges
    for (e = 1; e <= all; e++) {
        last = from[e]
        for (depth = layer[last] + 1; depth < layer[to[e]]; depth++) {
            isPoint[++nodes] = 1
            layer[nodes] = depth
            from[++edges] = last
            to[edges] = nodes
            last = nodes
        }
        from[e] = last
    }
}
function width_of(i) { return i in isPoint ? 32 : 208 }
# Where a node would stand if it were below the middle of those that lead to it.
function wish(i, e, count, sum) {
    for (e = 1; e <= edges; e++) if (to[e] == i) { sum += x[from[e]]; count++ }
    return count ? sum / count : 0
}
# Each layer in the middle, its nodes in the order of their wishes.
function place_nodes(depth, i, j, k, count, row, wanted, at) {
    for (i = 1; i <= nodes; i++) {
        if (layer[i] > deepest) deepest = layer[i]
        span[layer[i]] += width_of(i)
    }
    for (depth in span) if (span[depth] > widest) widest = span[depth]
    for (depth = 0; depth <= deepest; depth++) {
        count = 0
        for (i = 1; i <= nodes; i++) {
            if (layer[i] != depth) continue
            wanted[i] = wish(i)
            for (j = ++count; j > 1 && wanted[row[j - 1]] > wanted[i]; j--) row[j] = row[j - 1]
            row[j] = i
        }
        at = (widest - span[depth]) / 2
        for (k = 1; k <= count; k++) {
            x[row[k]] = at + width_of(row[k]) / 2
            y[row[k]] = depth * 96 + 8
            at += width_of(row[k])
        }
    }
}

function escaped(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); return text }
function drawing(e, i, j, n, lines, svg) {
    svg = sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\">", widest, deepest * 96 + 64, widest)
    svg = svg "<title>A flowchart</title><style>text{font:13px system-ui,sans-serif;text-anchor:middle;fill:#1f2328}"
    svg = svg "path,rect{fill:none;stroke:#76818d}rect{fill:#8882}.a{fill:#76818d}@media(prefers-color-scheme:dark){text{fill:#e6edf3}}</style>"
    svg = svg "<defs><marker id=\"a\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" orient=\"auto\">"
    svg = svg "<path class=\"a\" d=\"M0 0L8 4L0 8z\"/></marker></defs>"
    for (e = 1; e <= edges; e++) {
        svg = svg sprintf("<path d=\"M%d %dC%d %d %d %d %d %d", x[from[e]], y[from[e]] + 48, x[from[e]], y[from[e]] + 72, \
            x[to[e]], y[to[e]] - 24, x[to[e]], y[to[e]])
        svg = svg (to[e] in isPoint ? "v48\"/>" : "\" marker-end=\"url(#a)\"/>")
    }
    for (i = 1; i <= nodes; i++) {
        if (i in isPoint) continue
        svg = svg sprintf("<rect x=\"%d\" y=\"%d\" width=\"192\" height=\"48\" rx=\"8\"/>", x[i] - 96, y[i])
        n = split(label[i], lines, /<br\/>/)
        for (j = 1; j <= n; j++)
            svg = svg sprintf("<text x=\"%d\" y=\"%d\">%s</text>", x[i], y[i] + 29 + (j - 1) * 17 - (n - 1) * 8, escaped(lines[j]))
    }
    return svg "</svg>"
}
function print_diagram(file) {
    file = tolower(article[guide]) "-diagram-" ++diagrams ".svg"
    deepest = widest = 0
    delete span
    find_layers()
    add_points()
    place_nodes()
    print drawing() > (drawings "/" file)
    close(drawings "/" file)
    print "![A flowchart](" file ")"
}
