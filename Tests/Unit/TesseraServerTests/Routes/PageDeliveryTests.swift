import Foundation
import HTTPTypes
import Hummingbird
import TesseraGraphics
import TesseraRuntime
import TesseraValues
import TesseraWebClient
import Testing

@testable import TesseraServer

@Suite("Routes: how the page arrives")
struct PageDeliveryTests {
  @Test func `the page has one script and one style sheet, whose addresses change with their content`() async throws {
    try await withRoutes { client in
      let page = try await client.get("/").text
      let script = try #require(page.firstMatch(of: /src="(\/client\/app\/main-[0-9a-f]+\.js)"/)?.1)
      let styles = page.matches(of: /rel="stylesheet" href="([^"]+)"/).map { String($0.1) }
      #expect(styles.count == 1)
      for path in [String(script)] + styles {
        let response = try await client.get(path)
        #expect(response.status == .ok)
        #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
      }
      let text = try await client.get(String(script)).text
      #expect(!text.contains("\nimport ") && text.contains("client/board/board.js"))
      let looks = try await client.get(try #require(styles.first)).text
      #expect(looks.contains("--label") && looks.contains(".overviewPage"))
    }
  }

  @Test func `the script loads the texts of one language from a file of their own`() async throws {
    try await withRoutes { client in
      let page = try await client.get("/").text
      let address = try #require(page.firstMatch(of: /src="(\/client\/app\/main-[0-9a-f]+\.js)"/)?.1)
      let script = try await client.get(String(address)).text
      let folder = try #require(URL(string: "http://client\(address)"))
      let names = script.matches(of: /import\("([^"]+)"\)/).map { String($0.1) }
      #expect(names.count == 8 && script.split(separator: "import(").count == 9)
      for name in names {
        let path = try #require(URL(string: name, relativeTo: folder)).absoluteURL.path
        #expect(path.hasPrefix("/client/texts/languages/"))
        let response = try await client.get(path, headers: [.acceptEncoding: "gzip"])
        #expect(response.status == .ok, "\(path)")
        #expect(response.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(response.headers[.contentEncoding] == "gzip")
        #expect(try await client.get(path).text.contains("\nexport const "))
      }
    }
  }

  @Test func `the page of a board is compressed, too`() async throws {
    try await withRoutes { client in
      let response = try await client.get("/", headers: [.acceptEncoding: "gzip"])
      #expect(response.headers[.contentEncoding] == "gzip")
      #expect(response.text.hasPrefix("<!doctype html>"))
    }
  }

  private func answers(_ page: String) throws -> Value {
    let match = try #require(page.firstMatch(of: /<script type="application\/json" id="answers">(.*?)<\/script>/))
    return try Value.parseJSON(String(match.1))
  }

  @Test func `the page of a board brings what its script asks for first, and nothing keeps it`() async throws {
    try await withRoutes { client in
      let response = try await client.get("/")
      #expect(response.headers[.cacheControl] == "no-store")
      let answers = try #require(try answers(response.text).dictionary)
      for path in ["/session", "/boards", "/client/kinds.json"] {
        let asked = try Value.parseJSON(try await client.get(path).text)
        #expect(answers[path] == asked, "\(path)")
      }
      // Which part of the board is seen depends on the window.
      #expect(answers["board"] == nil)
      let known = try await client.get("/", headers: [.cookie: "tessera-grid=6x8"])
      let board = try #require(try self.answers(known.text).dictionary?["board"])
      #expect(board.value(at: "id").string == "home")
      let page = try await client.get("/boards/home/page", headers: [.cookie: "tessera-grid=9999x1"])
      let others = try #require(try self.answers(page.text).dictionary)
      #expect(others["board"] == nil && others["/boards"] == nil && others["/session"] != nil)
    }
  }

  @Test func `no name ends the part of the page that it is in`() async throws {
    try await withRoutes(ScriptedWidget(name: "</script><script src=x>")) { client in
      let page = try await client.get("/", headers: [.cookie: "tessera-grid=6x8"]).text
      #expect(!page.contains("<script src=x>"))
      #expect(page.contains("script src=x>"))
    }
  }

  @Test func `a page creates the presentations of several widgets with one request`() async throws {
    try await withRoutes(ScriptedWidget(script: [.tree(smallTree, revision: 4)])) { client in
      let window = #""width":100,"height":100"#
      let response = try await client.post(
        "/presentations", "[{\"widget\":\"feed\",\(window)},{\"widget\":\"none\",\(window)}]")
      #expect(response.status == .ok)
      var found: [Int: Value] = [:]
      for line in response.text.split(separator: "\n") {
        let answer = try Value.parseJSON(String(line))
        found[Int(try #require(answer.value(at: "index").number))] = answer
      }
      #expect(found.count == 2)
      #expect(found[0]?.value(at: "status") == .integer(201))
      let id = try #require(found[0]?.value(at: "body.id").string)
      #expect(found[0]?.value(at: "body.update.tree").array?.isEmpty == false)
      #expect(found[0]?.value(at: "body.revision") == 4)
      #expect(try await client.get("/widgets/feed/presentations/\(id)").status == .noContent)
      #expect(found[1]?.value(at: "status") == .integer(404))
      #expect(found[1]?.value(at: "body.error.rule").string == "unknown-widget")
      for body in ["[]", "{}", "[1]", #"[{"widget":"feed"}]"#] {
        #expect(try await client.post("/presentations", body).status == .badRequest, "\(body)")
      }
    }
  }

  @Test func `Latin letters have small fonts of their own`() async throws {
    try await withRoutes { client in
      let styles = try await client.get("/client/fonts.css").text
      let address = try #require(styles.firstMatch(of: /url\("\.\.(\/fonts\/[^\/]+\/latin-Inter-Bold\.otf)"\)/)?.1)
      let response = try await client.get(String(address), headers: [.acceptEncoding: "gzip"])
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "font/otf")
      #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
      #expect(response.headers[.contentEncoding] == "gzip")
      #expect((10_000...80_000).contains(response.body.readableBytes))
      #expect(try await client.get(String(address)).body.readableBytesView.starts(with: "OTTO".utf8))
      #expect(try await client.get("/fonts/0/latin-Inter-Bold.otf").status == .notFound)
    }
  }

  @Test func `browsers load the whole text family for the characters that it has, and for no others`() async throws {
    try await withRoutes { client in
      let styles = try await client.get("/client/fonts.css").text
      let whole = try #require(styles.firstMatch(of: /\/Inter-Bold\.otf"\)[^;]+;\s+unicode-range: ([^;]+);/)?.1)
      let ranges = try whole.split(separator: ",").map { part in
        let ends = try part.dropFirst("U+".count).split(separator: "-").map { try #require(UInt32($0, radix: 16)) }
        return try #require(ends.first)...(try #require(ends.last))
      }
      // Fontconfig's list of the same file, by `fc-query`.
      for known in "éΩжẞ→♥✓" { #expect(ranges.contains { $0.contains(known.unicodeScalars.first!.value) }, "\(known)") }
      for missing in "⛵好אب😀" {
        #expect(!ranges.contains { $0.contains(missing.unicodeScalars.first!.value) }, "\(missing)")
      }
    }
    let families = try FontFiles.find().text.map { file in
      FontSubset.characters(of: try [UInt8](Data(contentsOf: URL(filePath: file.path))))
    }
    #expect(families.count > 1 && families.allSatisfy { $0 == families[0] })
  }

  @Test func `what is no font has no smaller one`() {
    #expect(FontSubset.subset(of: Array("no font".utf8), FontSubset.latin) == nil)
    #expect(FontSubset.characters(of: Array("no font".utf8)) == nil)
  }
}

@Suite("The client's joined script")
struct ClientScriptTests {
  private func join(
    _ modules: [String: String], separate: [String: String] = [:], omitted: Set<String> = []
  ) throws -> String {
    let bytes = try ClientScript.joining(
      "app/main.js", of: modules.mapValues { Array($0.utf8) }, separate: separate, omitted: omitted)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `modules follow those that they import, once each, without comments and indentation`() throws {
    let script = try join([
      "app/main.js": """
      // Starts.

      import { one } from "../shared/numbers.js";
      import {
        add as sum,
        Two,
      } from "./sums.js";

      /** @typedef {import("./nothing.js").Nothing} Nothing */

      /**
       * Runs.
       * @param {import("./nothing.js").Nothing} x
       */
      const run = async (x) => {
        const it = /** @type {import("./nothing.js").Nothing} */ (x);
        const { late } = await import("../late.js");
        return `// ${sum(one, it)} /* no comment */`;
      };
      """,
      "app/sums.js": """
      import { one } from "../shared/numbers.js";
      export function add(a, b) { return a + b + one; }
      export class Two {}
      """,
      "late.js": "export async function late() {}",
      "shared/numbers.js": "export const one = 1; // the first",
    ])
    #expect(
      script == """
        // shared/numbers.js
        const m0 = (() => {
        const one = 1; // the first
        return { one };
        })();
        // app/sums.js
        const m1 = (() => {
        const { one } = m0;
        function add(a, b) { return a + b + one; }
        class Two {}
        return { add, Two };
        })();
        // late.js
        const m2 = (() => {
        async function late() {}
        return { late };
        })();
        // app/main.js
        const m3 = (() => {
        const { one } = m0;
        const {add: sum,Two,} = m1;
        const run = async (x) => {
        const it =  (x);
        const { late } = await Promise.resolve(m2);
        return `// ${sum(one, it)} /* no comment */`;
        };
        return {  };
        })();

        """)
  }

  @Test(arguments: [
    "import { a } from \"./missing.js\";", "import { a } from \"./main.js\";", "import a from \"./other.js\";",
    "import * as a from \"./other.js\";", "export let a = 1;", "export default 1;", "export { a };",
    "import { a }", "const a = `one\n  two`;", "const a = import(name);", "const a = import(\"./other.js\", {});",
  ])
  func `what cannot be joined is refused`(text: String) {
    let error = #expect(throws: Diagnostic.self) {
      try join(["app/main.js": text, "app/other.js": "export const a = 1;"])
    }
    #expect(error?.rule == "client-module")
  }

  @Test func `what a page never loads is left out, with what nothing else imports`() throws {
    let script = try join(
      [
        "app/main.js": "import { a } from \"./a.js\";\nconst b = () => import(\"./b.js\");",
        "app/a.js": "export const a = 1;", "app/b.js": "import { a } from \"./a.js\";\nimport { c } from \"./c.js\";",
        "app/c.js": "export const c = 1;",
      ], omitted: ["app/b.js"])
    #expect(script.contains("const b = () => Promise.reject();") && script.contains("app/a.js"))
    #expect(!script.contains("b.js") && !script.contains("c.js"))
  }

  @Test func `a module that stays a file of its own is loaded from where it is served`() throws {
    let modules = [
      "app/main.js": "const load = async () => (await import(\"../texts/de.js\")).de;",
      "texts/de.js": """
      /** @type {import("./catalogue").Catalogue} */
      export const de = {
        import: "Importieren",
      };
      """,
    ]
    let script = try join(modules, separate: ["texts/de.js": "texts/de-1.js"])
    #expect(
      script == """
        // app/main.js
        const m0 = (() => {
        const load = async () => (await import("../texts/de-1.js")).de;
        return {  };
        })();

        """)
  }

  @Test(arguments: [
    ("import { de } from \"../texts/de.js\";", "export const de = 1;"),
    ("const de = import(\"../texts/de.js\");", "import { a } from \"./a.js\";\nexport const de = a;"),
    ("const de = import(\"../texts/de.js\");", "export const de = () => import(\"./a.js\");"),
  ])
  func `a module that stays a file of its own is not imported at once, and imports no others`(
    main: String, texts: String
  ) {
    let modules = ["app/main.js": main, "texts/de.js": texts, "texts/a.js": "export const a = 1;"]
    let error = #expect(throws: Diagnostic.self) { try join(modules, separate: ["texts/de.js": "texts/de-1.js"]) }
    #expect(error?.rule == "client-module")
  }

  @Test func `the client's own modules are all in it, but for the catalogues of texts`() throws {
    let files = try WebClient.files()
    let modules = files.keys.filter { $0.hasSuffix(".js") }
    let catalogues = modules.filter { $0.hasPrefix("client/texts/languages/") }
    let bytes = try ClientScript.joining(
      "client/app/main.js", of: files, separate: Dictionary(uniqueKeysWithValues: catalogues.map { ($0, $0) }))
    let script = String(decoding: bytes, as: UTF8.self)
    for path in modules { #expect(script.contains("// \(path)\n") != catalogues.contains(path), "\(path)") }
  }
}
