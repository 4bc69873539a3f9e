// swift-tools-version: 6.3
import PackageDescription

// An app playground: Xcode opens this folder as an app for iOS. There the manifest has one more kind of product; elsewhere
// the same target is a program, which `swift run` starts on a Mac.
#if canImport(AppleProductTypes)
import AppleProductTypes

let product = Product.iOSApplication(
    name: "AnnotationFilterApp",
    targets: ["App"],
    bundleIdentifier: "org.millrace.annotation-filter",
    displayVersion: "1.0",
    bundleVersion: "1",
    supportedDeviceFamilies: [.pad, .phone],
    supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight]
)
#else
let product = Product.executable(name: "AnnotationFilterApp", targets: ["App"])
#endif

let package = Package(
    name: "AnnotationFilterApp",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [product],
    dependencies: [.package(name: "millrace", path: "../..")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [
                .product(name: "AnnotationFilter", package: "millrace"),
                .product(name: "Millrace", package: "millrace"),
                .product(name: "MillraceApp", package: "millrace"),
                .product(name: "MillraceHistory", package: "millrace"),
                .product(name: "MillraceUI", package: "millrace"),
            ],
            path: "App"
        )
    ],
    swiftLanguageModes: [.v6]
)
