import Millrace
import MillraceTerminal

/// Two rows of the pixels of a picture, which are one row of cells: a cell is twice as high as it is wide.
struct PictureLine: Equatable {
    let picture: Picture
    /// The upper one of the two rows.
    let row: Int
    /// How many columns are left free before it.
    let indent: Int
}

extension Picture {
    /// The picture as lines, in at most so many columns and rows of cells.
    func lines(columns: Int, rows: Int, indent: Int = 0) -> [RoomViewLine] {
        guard columns > 0, rows > 0 else { return [] }
        let fitted = fitted(in: columns, rows * 2)
        return stride(from: 0, to: fitted.height, by: 2).map { row in
            RoomViewLine(text: "", picture: PictureLine(picture: fitted, row: row, indent: indent))
        }
    }
}

extension TerminalCanvas {
    /// Draws two rows of pixels: the upper one in the colour of an upper half block, the lower one behind it.
    mutating func draw(_ line: PictureLine, row: Int, column: Int, width: Int) {
        let (picture, start) = (line.picture, line.row * line.picture.width)
        let hasLower = line.row + 1 < picture.height
        for cell in 0..<max(0, min(picture.width, width - line.indent)) {
            let (upper, lower) = (picture.pixels[start + cell], hasLower ? start + picture.width + cell : nil)
            let style = TerminalStyle(foreground: .rgb(upper), background: lower.map { .rgb(picture.pixels[$0]) })
            draw("▀", row: row, column: column + line.indent + cell, style: style)
        }
    }
}

extension ImageStatus {
    /// What is said behind the name of the image.
    var note: String {
        switch self {
        case .waiting: "  (to be fetched)"
        case .loading(let percent): "  (fetching\(percent.map { ", \($0) %" } ?? ""))"
        case .loaded: ""
        case .failed(let reason): "  (not shown: \(reason))"
        }
    }
}

extension ChatView {
    /// The addresses of the images that may be seen, the lowest one first.
    ///
    /// - Parameters:
    ///   - scroll: How many rows the room is scrolled up.
    ///   - rows: How many rows there are on the screen.
    func imageAddresses(_ scroll: Int, rows: Int) -> [String] {
        if let page { return page.address.map { [$0] } ?? [] }
        let seen = room?.rows.dropLast(scroll).suffix(rows) ?? []
        var addresses: [String] = []
        for case let image? in seen.reversed().map(\.image) where !image.address.isEmpty {
            if !addresses.contains(image.address) { addresses.append(image.address) }
        }
        return addresses
    }

    /// What is being transferred, for the line of the status; nil where nothing is.
    var transfers: String? {
        if let row = room?.rows.first(where: { $0.percent != nil }), case .message(let message, _) = row.content {
            return "Sending \(message.body), \(row.percent ?? 0) %"
        }
        let loading = images.values.filter { if case .loading = $0 { true } else { $0 == .waiting } }
        guard !loading.isEmpty else { return nil }
        // The share of all images that are fetched now; of those that wait nothing is here.
        let percent = loading.reduce(0) { sum, image in
            if case .loading(let percent?) = image { sum + percent } else { sum }
        }
        return "Fetching \(loading.count == 1 ? "an image" : "\(loading.count) images"), \(percent / loading.count) %"
    }
}
