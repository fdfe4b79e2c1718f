import Testing

@testable import TesseraServer

@Suite("The base path")
struct BasePathTests {
  @Test(
    "it has no slash at its end, and a server of its own has none",
    arguments: [
      ("/tessera", "/tessera"), ("/tessera/", "/tessera"), ("tessera", "/tessera"), ("/home/tessera/", "/home/tessera"),
      ("/", ""), ("", ""), ("/a-b.c_d~e", "/a-b.c_d~e"),
    ])
  func parsing(text: String, path: String) { #expect(BasePath(text)?.text == path) }

  @Test(
    "a path that would need escapes, leads up, or is that of a page of this server, is none",
    arguments: [
      "/a b", "/..", "/a/../b", "/./a", "/a?b", "/a;b", "/ü", "/a\"b", "/a\nb", "/boards", "/client/x", "/login",
    ])
  func unusable(text: String) { #expect(BasePath(text) == nil) }

  @Test(
    "it is removed where it is the beginning of a path",
    arguments: [
      ("/tessera/boards", "/boards"), ("/tessera/", "/"), ("/tessera", "/"), ("/tessera?a=b", "/?a=b"),
      ("/boards", "/boards"), ("/", "/"), ("/tesserae", "/tesserae"), ("/tessera/tessera/x", "/tessera/x"),
      ("/x/tessera/boards", "/x/tessera/boards"),
    ])
  func removal(path: String, rest: String) { #expect(BasePath("/tessera")?.removed(from: path) == rest) }

  @Test(
    "pages are known by their paths, as the router knows them",
    arguments: [
      ("/", true), ("/login", true), ("/open/1", true), ("/boards/home/page", true), ("/links/abc", true),
      ("/sign-in", true), ("/boards", false), ("/boards/home/edits", false), ("/open", false), ("/open/1/2", false),
      ("/session", false), ("/x/page", false), ("/openid", true), ("/openid/start", false),
    ])
  func pages(path: String, isPage: Bool) { #expect(Route.isPage(atPath: path) == isPage) }
}
