import Foundation

/// Images that a ``SampleHomeserver`` has: small drawings, one of them a JPEG.
public enum SampleImages {
    /// The files, by their names.
    public static let files: [String: Data] = ["pot.png": pot, "wheel.png": wheel, "river.jpg": jpeg]

    /// A PNG of 120×90 pixels.
    public static let pot = image("pot.png")

    /// A PNG of 96×96 pixels.
    public static let wheel = image("wheel.png")

    /// A JPEG of 24×16 pixels.
    public static let jpeg = image("river.jpg")

    private static func image(_ name: String) -> Data {
        let url = Bundle.module.url(forResource: name, withExtension: nil)
        return url.flatMap { try? Data(contentsOf: $0) } ?? Data()
    }
}
