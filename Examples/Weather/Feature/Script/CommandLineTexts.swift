extension CommandLineOptions {
    /// What `--version` prints.
    public static let versionText = "weather 0.1.0"

    /// What `--help` prints.
    public static let helpText = """
        Usage: weather [CITY …] [--forecast | --places] [--place N] [--json] [--fahrenheit] [--lang LANGUAGE]
                       [--base-url URL] [--latency TIME] [--fail-every N]

        Shows the weather in a city while its name is typed, with the forecast; where several places have that name, one
        is chosen. Press ? for the keys. With cities on the command line, or if standard input is no terminal, it prints
        one answer a line instead, for one city a line: "Paris", or "Paris,US".

        The answers come from OpenWeatherMap if OPENWEATHERMAP_API_KEY holds a key to it. Without a key, and without
        --base-url, they are recorded ones for a few dozen cities.

          --forecast       prints what is expected on the next days, a line a day; with --json by three hours
          --places         prints the places that have the name, a line each, with their numbers
          --place N        takes the Nth of these; without it the service takes the best known
          --json           makes every answer a JSON object, one for a city; in recorded ones "recorded" is true
          --fahrenheit     shows degrees Fahrenheit, and winds in miles an hour
          --lang LANGUAGE  asks for the weather in words of a language: de, pt_br; recorded answers have English, de,
                           es, fr, ja and pt_br
          --base-url URL   asks a server at URL that answers as OpenWeatherMap does
          --latency TIME   makes each recorded answer take so long: 400ms, 2s
          --fail-every N   makes every Nth recorded answer fail
          --help, -h       prints this help
          --version        prints the version

        Exit status: 0, also where a city is unknown; 64 for wrong usage; 66 if standard input cannot be read; 69 if
        the service could not be used for one of the cities; 74 where output does not arrive, as on a full disk; 141
        where nobody reads it any more.
        """
}
