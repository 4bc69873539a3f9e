/// How a server writes the HTML of posts.
enum SampleDialect: Int, CaseIterable {
    case mastodon, akkoma, friendica, bookWyrm, goToSocial

    /// Paragraphs of HTML in this dialect.
    func html(_ paragraphs: [String]) -> String {
        switch self {
        case .mastodon, .goToSocial, .bookWyrm: paragraphs.map { "<p>\($0)</p>" }.joined()
        case .akkoma: paragraphs.joined(separator: "<br/><br/>")
        case .friendica: paragraphs.joined(separator: "<br><br>")
        }
    }

    func mention(_ person: SamplePerson) -> String {
        let (user, url) = (person.user, person.url)
        return switch self {
        case .akkoma:
            "<span class=\"h-card\"><a class=\"u-url mention\" href=\"\(url)\">@<span>\(user)</span></a></span>"
        case .friendica: "@<a href=\"\(url)\" class=\"u-url mention\" rel=\"noopener\">\(user)</a>"
        default: "<span class=\"h-card\"><a href=\"\(url)\" class=\"u-url mention\">@<span>\(user)</span></a></span>"
        }
    }

    func tag(_ name: String) -> String {
        let url = "https://pond.example/tags/\(name)"
        return switch self {
        case .akkoma: "<a class=\"hashtag\" data-tag=\"\(name)\" href=\"\(url)\">#\(name)</a>"
        case .friendica: "#<a href=\"\(url)\" class=\"mention hashtag\"><span>\(name)</span></a>"
        default: "<a href=\"\(url)\" class=\"mention hashtag\" rel=\"tag\">#<span>\(name)</span></a>"
        }
    }

    func link(_ page: String) -> String {
        switch self {
        case .mastodon:
            """
            <a href="https://\(page)" rel="nofollow noopener"><span class="invisible">https://</span><span \
            class="ellipsis">\(page.prefix(30))</span><span class="invisible">\(page.dropFirst(30))</span></a>
            """
        default: "<a href=\"https://\(page)\" rel=\"nofollow\">https://\(page)</a>"
        }
    }

    /// What stands in the text where a post quotes another one.
    func quote(_ address: String) -> String {
        switch self {
        case .mastodon: "<p class=\"quote-inline\">RE: <a href=\"\(address)\">\(address)</a></p>"
        default: "<span class=\"quote-inline\"><br/><br/>RE: <a href=\"\(address)\">\(address)</a></span>"
        }
    }

    /// What only some servers allow: code, lists, quotations.
    var special: String {
        switch self {
        case .mastodon: "<p>Look &amp; see: 1 &lt; 2 :leaf:<br />A second line, and &quot;a third&quot;.</p>"
        case .akkoma: "A list by hand:<br/>- flour<br/>- water<br/>- <strong>time</strong>"
        case .friendica: "<blockquote>The river is the oldest of us.</blockquote>So my grandmother said."
        case .bookWyrm:
            "<p><blockquote>It was a mill.</blockquote> -- <a href=\"https://b.example/1\"><i>The Mill</i></a></p>"
        case .goToSocial:
            """
            <h2>Two steps</h2><ol><li>Read it</li><li>Run it</li></ol><pre><code class="language-swift">let wheel = 7

            print(wheel &gt; 6)
            </code></pre><p>Then <del>rest</del> <em>begin again</em>: <code>main</code>.</p>
            """
        }
    }
}

/// What people write about.
enum SampleText {
    static let sentences = """
        The river rose by a hand in the night. / I have planted the last of the beans. / Who has seen the blue ladder? / \
        Tea first, then the gutters. / The heron is back on the weir! / A slow morning, and a good one. / Bread at six. / \
        We have repaired the third paddle of the wheel. / There is fog up to the second floor. / It took all day. / \
        My bicycle makes a sound like a small frog. / I read the same page four times. / The choir needs two more voices. / \
        Somebody has painted the bridge, and it is lovely. / Rain, rain, and then snow. / I understand the old map now.
        """.split(separator: " / ").map(String.init)
    static let others = """
        שלום לכולם, היום יש שמש. / صباح الخير من ضفة النهر. / 今日は川の水がとても澄んでいます。 / Ünïcödé ist überall 🌊. / \
        👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 1️⃣ 🇩🇪 :leaf: / Zalgo: h\u{300}\u{301}\u{302}e\u{303}\u{304}l\u{305}lo
        """.split(separator: " / ").map(String.init)
    static let scenes = """
        A grey heron stands on the weir, and looks at the water below it. / A loaf with a dark crust on a blue cloth. / \
        The wheel of the mill, half of it in the snow. / A hand holds three small green tomatoes.
        """.split(separator: " / ").map(String.init)
    static let tags = ["mill", "garden", "tea", "books", "river", "bread"]
    static let warnings = ["Food", "The end of the book", "Long", "Weather, moaning about it"]
    static let kinds = ["model/gltf", "unknown", "application/pdf"]
}
