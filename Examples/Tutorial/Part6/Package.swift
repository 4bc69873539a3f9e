// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Annotations",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "millrace", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Annotations",
            dependencies: [
                .product(name: "Millrace", package: "millrace"),
                .product(name: "MillraceHistory", package: "millrace"),
                .product(name: "MillraceTerminal", package: "millrace"),
            ]
        ),
        .testTarget(
            name: "AnnotationsSpecs",
            dependencies: ["Annotations", .product(name: "MillraceSpecs", package: "millrace")],
            exclude: ["__Snapshots__"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
