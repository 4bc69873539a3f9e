import Foundation
import MillraceTerminal

/// How a terminal takes images. It takes the file itself, and decodes it.
public enum TerminalImageFormat: Sendable {
    /// The graphics protocol of kitty, for PNG: sw.kovidgoyal.net/kitty/graphics-protocol
    case kitty
    /// The inline images of iTerm2, of any kind: iterm2.com/documentation-images.html
    case iTerm

    /// How the terminal takes images that an environment tells of; nil if it takes none.
    public init?(environment: [String: String]) {
        let terminal = environment["TERM", default: ""]
        // These have a screen of their own, which has no images.
        guard environment["TMUX"] == nil, !terminal.hasPrefix("screen"), !terminal.hasPrefix("tmux") else { return nil }
        switch environment["TERM_PROGRAM"] {
        case "iTerm.app", "WezTerm", "mintty": self = .iTerm
        case "ghostty": self = .kitty
        default:
            guard terminal == "xterm-kitty" || environment["KITTY_WINDOW_ID"] != nil else { return nil }
            self = .kitty
        }
    }

    /// Why an image is not shown; nil if it is.
    func problem(with image: ImageFile) -> String? {
        switch image.kind {
        case nil: "the chat does not know this kind of file"
        // Writing it takes a moment, in which the screen stands still.
        case _ where image.data.count > 4_000_000: "it is larger than 4 MB"
        case .jpeg, .gif, .webp: self == .kitty ? "this terminal shows PNG only" : nil
        case .png: nil
        }
    }

    /// An image at the upper left of a region, with its proportions, and not larger than it is.
    func overlay(_ image: ImageFile, in region: TerminalRegion) -> TerminalOverlay {
        var (columns, rows) = (region.size.columns, region.size.rows)
        if let (width, height) = image.size {
            // A cell is about 8 pixels wide, and twice as high.
            columns = max(1, min(columns, 2 * rows * width / height, width / 8))
            rows = max(1, min(rows, columns * height / (2 * width)))
        }
        let sequence =
            switch self {
            case .kitty: kittySequence(image.data, columns, rows)
            case .iTerm: iTermSequence(image.data, columns, rows)
            }
        let position = TerminalCanvas.Position(row: region.row, column: region.column)
        return TerminalOverlay(sequence, at: position, rowCount: rows)
    }

    /// The image in pieces, under one number, so that it takes the place of the former one. `q=2`: the terminal does not
    /// answer; `C=1`: the cursor stays.
    private func kittySequence(_ data: Data, _ columns: Int, _ rows: Int) -> String {
        let (text, size) = (data.base64EncodedData(), 4_096)
        return stride(from: 0, to: text.count, by: size).map { start in
            let control = start == 0 ? "a=T,f=100,t=d,i=1,p=1,q=2,C=1,c=\(columns),r=\(rows)," : ""
            let isFollowed = start + size < text.count ? 1 : 0
            let piece = String(decoding: text.dropFirst(start).prefix(size), as: UTF8.self)
            return "\u{1B}_G\(control)m=\(isFollowed);\(piece)\u{1B}\\"
        }
        .joined()
    }

    private func iTermSequence(_ data: Data, _ columns: Int, _ rows: Int) -> String {
        let control = "inline=1;size=\(data.count);width=\(columns);height=\(rows)"
        return "\u{1B}]1337;File=\(control):\(data.base64EncodedString())\u{07}"
    }
}
