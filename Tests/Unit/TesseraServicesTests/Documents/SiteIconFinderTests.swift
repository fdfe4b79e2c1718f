import TesseraHTTPClient
import TesseraLoopback
import TesseraValues
import Testing

@testable import TesseraServices

@Suite("Icons of websites")
struct SiteIconFinderTests {
  @Test(arguments: [
    (
      #"<link rel="icon" href="/a.png" sizes="32x32"><link rel='icon' href='b.png' sizes='16x16 96x96'>"#,
      "b.png /a.png"
    ),
    (#"<LINK HREF=/a.png REL="shortcut icon"><link rel="apple-touch-icon" href="b.png">"#, "b.png /a.png"),
    (
      #"<link rel="icon" href="a.png" sizes="512x512"><link rel="icon" type="image/svg+xml" href="b.svg">"#,
      "b.svg a.png"
    ),
    (#"<link rel="stylesheet" href="icon.css"><link rel="icon"><link rel="icon" href="">"#, ""),
    (#"<link rel="icon" href="a?b=1&amp;c=2">"#, "a?b=1&c=2"),
    (#"<link rel="icon" href="a.png"><body><link rel="icon" href="b.png" sizes="64x64">"#, "a.png"),
    ("<link rel=icon href=" + String(repeating: "<link ", count: 5000), ""),
  ])
  func `the largest linked icon comes first`(page: String, expected: String) {
    #expect(SiteIconFinder.links(in: page).joined(separator: " ") == expected)
  }

  private func answers(_ target: String) -> LoopbackServer.Answer {
    switch target {
    case "/":
      LoopbackServer.Answer(
        headers: ["content-type": "text/html"],
        body: Array(#"<title>A</title><link rel="icon" href="/gone.png" sizes="99x99"><link rel="icon" href="i">"#.utf8)
      )
    case "/i", "/apple-touch-icon.png":
      LoopbackServer.Answer(headers: ["content-type": "image/png"], body: ResourceFetcherTests.png)
    case "/away": LoopbackServer.Answer(status: 302, headers: ["location": "/"], body: [])
    case "/plain": LoopbackServer.Answer(headers: ["content-type": "text/html"], body: Array("Hello".utf8))
    case "/long":
      LoopbackServer.Answer(
        headers: ["content-type": "text/html"], body: Array(repeating: 32, count: SiteIconFinder.maximumPageBytes + 1))
    default: LoopbackServer.Answer(status: 404, headers: [:], body: [])
    }
  }

  @Test(arguments: ["/", "/away", "/plain", "/long"])
  func `an icon is found by a link, after a redirect, and at the usual addresses`(path: String) async throws {
    try await LoopbackServer.run {
      answers($0.target)
    } during: { server in
      let icon = try await SiteIconFinder(transport: HTTPTransport()).icon(
        of: server.url(path), allowsPrivateAddresses: true)
      #expect(icon == ImageResource(format: .png, bytes: ResourceFetcherTests.png))
    }
  }

  @Test(arguments: ["/", "/plain"])
  func `a private address is refused, unless an administrator asks`(path: String) async throws {
    try await LoopbackServer.run {
      answers($0.target)
    } during: { server in
      await #expect(throws: ServiceError.self) {
        try await SiteIconFinder(transport: HTTPTransport()).icon(of: server.url(path), allowsPrivateAddresses: false)
      }
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: ["mailto:a@example.org", "", "file:///etc/passwd", "https://"])
  func `what is no website has no icon`(address: String) async throws {
    await #expect(throws: ServiceError.self) {
      try await SiteIconFinder(transport: HTTPTransport()).icon(of: address, allowsPrivateAddresses: true)
    }
  }

  @Test func `A view shows the icon of a site that the widget may contact, found once`() async throws {
    try await LoopbackServer.run {
      answers($0.target)
    } during: { server in
      let fetcher = ResourceFetcher(transport: HTTPTransport())
      let address = "site-icon:" + server.url("/")
      for _ in 1...2 {
        let icon = try await fetcher.image(at: address, policy: server.policy)
        #expect(icon == ImageResource(format: .png, bytes: ResourceFetcherTests.png))
      }
      // The page, a link that leads nowhere, and the icon.
      #expect(server.requests.map(\.target) == ["/", "/gone.png", "/i"])
      let error = await #expect(throws: ServiceError.self) { try await fetcher.image(at: address, policy: .none) }
      #expect(error?.kind == .hostNotAllowed)
    }
  }
}
