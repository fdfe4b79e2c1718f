import Testing

@testable import TesseraServer

@Suite("The base path")
struct BasePathTests {
  @Test(arguments: [
    ("/tessera", "/tessera"), ("/tessera/", "/tessera"), ("tessera", "/tessera"), ("/home/tessera/", "/home/tessera"),
    ("/", ""), ("", ""), ("/a-b.c_d~e", "/a-b.c_d~e"),
  ])
  func `it has no slash at its end, and a server of its own has none`(text: String, path: String) {
    #expect(BasePath(text)?.text == path)
  }

  @Test(arguments: [
    "/a b", "/..", "/a/../b", "/./a", "/a?b", "/a;b", "/ü", "/a\"b", "/a\nb", "/boards", "/client/x", "/login",
  ])
  func `a path that would need escapes, leads up, or is that of a page of this server, is none`(text: String) {
    #expect(BasePath(text) == nil)
  }

  @Test(arguments: [
    ("/tessera/boards", "/boards"), ("/tessera/", "/"), ("/tessera", "/"), ("/tessera?a=b", "/?a=b"),
    ("/boards", "/boards"), ("/", "/"), ("/tesserae", "/tesserae"), ("/tessera/tessera/x", "/tessera/x"),
    ("/x/tessera/boards", "/x/tessera/boards"),
  ])
  func `it is removed where it is the beginning of a path`(path: String, rest: String) {
    #expect(BasePath("/tessera")?.removed(from: path) == rest)
  }

  @Test(arguments: [
    ("/", true), ("/login", true), ("/open/1", true), ("/boards/home/page", true), ("/links/abc", true),
    ("/sign-in", true), ("/boards", false), ("/boards/home/edits", false), ("/open", false), ("/open/1/2", false),
    ("/session", false), ("/x/page", false), ("/openid", true), ("/openid/start", false),
  ])
  func `pages are known by their paths, as the router knows them`(path: String, isPage: Bool) {
    #expect(Route.isPage(atPath: path) == isPage)
  }
}
