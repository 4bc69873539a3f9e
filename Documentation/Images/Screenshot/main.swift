// Prints a picture of an example, an SVG of what its screen shows after some keys:
//
//     swift run screenshot > Documentation/Images/annotation-filter.svg
//     swift run screenshot weather > Documentation/Images/weather.svg
//     swift run screenshot chat > Documentation/Images/chat.svg
//     swift run screenshot todo > Documentation/Images/todo.svg
//     swift run screenshot feed > Documentation/Images/feed.svg
//
// The keys go the way that they go in the program, and the picture is of the canvas that the screen then has.
let picture =
    switch CommandLine.arguments.dropFirst().first {
    case "weather": try await weatherPicture()
    case "chat": try await chatPicture()
    case "todo": try toDoPicture()
    case "feed": try await feedPicture()
    default: try annotationFilterPicture()
    }
print(picture.svg)
