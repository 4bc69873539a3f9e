import MillraceSpecs

/// Collects the elements of a picture from top to bottom.
struct MarbleDrawing {
    private let layout: MarbleLayout
    private let colours: MarbleColours
    private var y = 6
    private var elements: [String] = []

    /// The height of a marble with its distance to the next of the same instant.
    private let step = 28

    init(_ layout: MarbleLayout, _ colours: MarbleColours) {
        self.layout = layout
        self.colours = colours
    }

    /// Adds a line with its marbles below what there is.
    mutating func add(_ line: MarbleLine) {
        let instants = Dictionary(grouping: line.values, by: \.column).sorted { $0.key < $1.key }
        let height =
            max(1, instants.map(\.value.count).max() ?? 1) * step + (instants.contains { $0.value.count > 1 } ? 22 : 14)
        let middle = y + height / 2
        y += height
        if !line.name.isEmpty {
            elements.append(
                #"<text class="n" x="\#(layout.origin - 22)" y="\#(middle + 5)">\#(escaped(line.name))</text>"#
            )
        }
        let end = layout.width - 12
        let arrow = "M\(end - 6) \(middle - 5)l6 5-6 5"
        let axis = "M\(layout.origin - 16) \(middle)H\(end)"
        if line.kind == .template {
            elements.append(#"<path class="l" stroke-dasharray="5 4" d="\#(axis)"/><path class="l" d="\#(arrow)"/>"#)
        } else {
            elements.append(#"<path class="l" d="\#(axis)\#(arrow)"/>"#)
        }
        // A mark in each column.
        let marks = #"stroke-dasharray="2 \#(layout.column - 2)""#
        elements.append(
            #"<path class="l t" \#(marks) d="M\#(layout.origin - 1) \#(middle)H\#(layout.last + 1)"/>"#
        )
        if let column = line.end {
            let count = instants.first { $0.key == column }?.value.count ?? 0
            let half = count == 0 ? 13 : count * step / 2 + 8
            elements.append(#"<path class="l e" d="M\#(layout.x(column)) \#(middle - half)v\#(half * 2)"/>"#)
        }
        if line.kind == .observable { return addBars(line.values, middle, until: end - 12) }
        for (column, values) in instants {
            let top = middle - (values.count - 1) * step / 2
            if values.count > 1 {
                let (corner, height) = (top - 16, (values.count - 1) * step + 32)
                elements.append(Box(x: layout.x(column) - 16, y: corner, width: 32, height: height, radius: 16).frame)
            }
            for (index, value) in values.enumerated() {
                addMarble(value.name, at: column, top + index * step, in: line.kind)
            }
        }
    }

    /// Adds a value: a marble, or for a tuple or an array one of several colours.
    private mutating func addMarble(_ name: String, at column: Int, _ middle: Int, in kind: MarbleLine.Kind) {
        let parts = MarbleLayout.parts(of: name)
        let width = MarbleLayout.width(of: name)
        let corner = layout.x(column) - width / 2
        let box = Box(x: corner, y: middle - 12, width: width, radius: name.hasPrefix("[") ? 3 : 12)
        var left = box.x
        let fields = parts.map { part in
            defer { left += MarbleLayout.partWidth(part) }
            let colour = colours.colour(of: part, at: column, in: kind)
            return Box(x: left, y: box.y, width: MarbleLayout.partWidth(part), colour: colour)
        }
        add(box, fields)
        for (part, field) in zip(parts, fields) { addText(part, field.x + field.width / 2, middle) }
    }

    /// Adds the values of an observable, each of which lasts until the next. The elements of a tuple or an array are
    /// stripes.
    private mutating func addBars(_ values: [(column: Int, name: String)], _ middle: Int, until end: Int) {
        for (index, value) in values.enumerated() {
            let x = layout.x(value.column) - 12
            let next = index + 1 < values.count ? layout.x(values[index + 1].column) - 14 : end
            let box = Box(x: x, y: middle - 12, width: next - x, radius: 3)
            let parts = MarbleLayout.parts(of: value.name)
            let height = box.height / parts.count
            let fields = parts.enumerated().map { index, part in
                let colour = colours.colour(of: part, at: value.column, in: .observable)
                return Box(x: x, y: box.y + index * height, width: box.width, height: height, colour: colour)
            }
            add(box, fields)
            addText(value.name, x + box.width / 2, middle)
        }
    }

    private struct Box {
        let (x, y, width): (Int, Int, Int)
        var height = 24
        var radius = 0
        var colour = "none"

        init(x: Int, y: Int, width: Int, height: Int = 24, radius: Int = 0, colour: String = "none") {
            (self.x, self.y, self.width) = (x, y, width)
            (self.height, self.radius, self.colour) = (height, radius, colour)
        }

        /// The box of the source text, or around values of one instant.
        var frame: String {
            #"<rect class="b" x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)" rx="\#(radius)"/>"#
        }

        func element(_ style: String) -> String {
            if width == 2 * radius {
                return #"<circle cx="\#(x + radius)" cy="\#(y + radius)" r="\#(radius)" fill="\#(colour)"/>"#
            }
            let corners = radius > 0 ? #" rx="\#(radius)""# : ""
            return
                #"<rect\#(style) x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)"\#(corners) fill="\#(colour)"/>"#
        }
    }

    /// Adds a box that is filled by fields of a colour each.
    private mutating func add(_ box: Box, _ fields: [Box]) {
        var outline = box
        if fields.count == 1 {
            outline.colour = fields[0].colour
        } else {
            for field in fields {
                // Shows the field's part of the box alone.
                var (fill, area) = (
                    box, #"x="\#(field.x)" y="\#(field.y)" width="\#(field.width)" height="\#(field.height)""#
                )
                fill.colour = field.colour
                area += #" viewBox="\#(field.x) \#(field.y) \#(field.width) \#(field.height)""#
                elements.append("<svg \(area)>\(fill.element(""))</svg>")
            }
        }
        elements.append(outline.element(#" class="m""#))
    }

    private mutating func addText(_ text: String, _ x: Int, _ middle: Int) {
        elements.append(#"<text x="\#(x)" y="\#(middle + 5)">\#(escaped(text))</text>"#)
    }

    /// Adds the box with the source text below what there is.
    mutating func add(_ code: [String]) {
        let height = code.count * 18 + 14
        elements.append(Box(x: 2, y: y + 4, width: layout.width - 4, height: height, radius: 8).frame)
        // Lines keep their indentation, all of them in the middle.
        let x = (layout.width - (code.map(\.count).max() ?? 0) * 8) / 2
        for (index, line) in code.enumerated() {
            let indentation = line.prefix { $0 == " " }.count
            let place = #"x="\#(x + indentation * 8)" y="\#(y + 23 + index * 18)""#
            let length = #"textLength="\#((line.count - indentation) * 8)""#
            elements.append(
                #"<text class="c" \#(place) \#(length)>\#(escaped(String(line.dropFirst(indentation))))</text>"#
            )
        }
        y += height + 8
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Returns the picture.
    func svg(title: String, description: String) -> String {
        let size = #"width="\#(layout.width)" height="\#(y + 6)" viewBox="0 0 \#(layout.width) \#(y + 6)""#
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) role="img">
            <title>\(escaped(title))</title>
            <desc>\(escaped(description))</desc>
            <style>\(Self.style)</style>
            \(elements.joined(separator: "\n"))
            </svg>
            """
    }

    /// Marbles have the same colours on light and dark.
    private static let style = [
        "text{font:600 13px system-ui,sans-serif;text-anchor:middle;fill:#1f2328}",
        ".n{font-weight:400;text-anchor:end}",
        ".c{font:13px ui-monospace,Menlo,Consolas,monospace;text-anchor:start}",
        ".l{fill:none;stroke:#59636e;stroke-width:2}.e{stroke-width:4}.t{stroke-width:7}",
        "circle,.m{stroke:#1f2328;stroke-opacity:.4}.b{fill:#f6f8fa;stroke:#8c959f}",
        "@media(prefers-color-scheme:dark){",
        ".n,.c{fill:#e6edf3}.l{stroke:#9198a1}.b{fill:#161b22;stroke:#656c76}}",
    ].joined()
}
