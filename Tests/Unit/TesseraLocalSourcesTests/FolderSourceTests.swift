import Foundation
import TesseraLocalSources
import TesseraServices
import TesseraValues
import Testing

@Suite struct FolderSourceTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")

  init() throws {
    let files = FileManager.default
    try files.createDirectory(at: folder.appending(path: "shared/inner"), withIntermediateDirectories: true)
    for (name, text) in [
      "secret.txt": "no", "shared/a b.txt": "yes", "shared/inner/c.txt": "deep", "shared/.hidden": "no",
    ] {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    try files.createSymbolicLink(
      at: folder.appending(path: "shared/link.txt"), withDestinationURL: folder.appending(path: "secret.txt"))
    try files.createSymbolicLink(at: folder.appending(path: "shared/up"), withDestinationURL: folder)
  }

  private var source: FolderSource { FolderSource(path: folder.appending(path: "shared").path) }

  @Test(arguments: [
    ("/a%20b.txt", 200, "yes"), ("/inner/c.txt", 200, "deep"), ("/../secret.txt", 404, ""),
    ("/%2e%2e/secret.txt", 404, ""),
    ("/..%2Fsecret.txt", 404, ""), ("/link.txt", 404, ""), ("/up/secret.txt", 404, ""), ("/.hidden", 404, ""),
    ("/inner", 404, ""), ("/missing", 404, ""), ("//a%20b.txt", 404, ""), ("/a%00b", 404, ""), ("/%zz", 400, ""),
  ])
  func `Files in the folder are read, and nothing else`(path: String, status: Int, text: String) async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let response = await source.response(to: path)
    #expect(response.status == status)
    #expect(String(decoding: response.body, as: UTF8.self) == text)
  }

  @Test func `The list has files, and neither folders nor links nor hidden files`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = try Value.parseJSON(await source.response(to: "/").body)
    #expect(list.array?.map { $0.value(at: "name") } == ["a b.txt"])
    #expect(list.array?.first?.value(at: "size") == 3)
  }
}
