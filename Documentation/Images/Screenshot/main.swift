// Prints a picture of an example, an SVG of what its screen shows after some keys:
//
//     swift run screenshot > Documentation/Images/annotation-filter.svg
//     swift run screenshot weather > Documentation/Images/weather.svg
//
// The keys go the way that they go in the program, and the picture is of the canvas that the screen then has.
if CommandLine.arguments.dropFirst().first == "weather" {
    print(try await weatherPicture().svg)
} else {
    print(try annotationFilterPicture().svg)
}
