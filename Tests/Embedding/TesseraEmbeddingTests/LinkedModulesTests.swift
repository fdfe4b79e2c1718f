import Foundation
import Testing

/// What the object files of the libraries refer to, and so what an app links that uses them.
@Suite("The object files of the libraries")
struct LinkedModulesTests {
  /// Parts of the names of symbols: of the modules that only apps with a use for them link, and of their extensions of
  /// types of other modules, in which `0A` stands for `Tessera`.
  private static let optional = ["12TesseraXcode", "17TesseraXcodeFiles", "0A5XcodeE", "0A10XcodeFilesE"]
    .map { Data($0.utf8) }
  /// The modules themselves, and the only one that uses them.
  private static let exempt: Set = ["TesseraXcode.build", "TesseraXcodeFiles.build", "TesseraCommands.build"]

  private static let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  @Test func `refer to no symbols of Xcode's formats`() throws {
    let folders = try FileManager.default.contentsOfDirectory(at: Self.products, includingPropertiesForKeys: nil)
    let modules = folders.map(\.lastPathComponent).filter { name in
      name.hasPrefix("Tessera") && name.hasSuffix(".build") && !name.hasSuffix("Tests.build")
        && !Self.exempt.contains(name)
    }
    #expect(Set(modules).isSuperset(of: ["TesseraBundles.build", "TesseraRuntime.build", "TesseraServer.build"]))
    for module in modules { #expect(try !Self.refersToXcode(module), "\(module)") }
  }

  @Test func `refer to them where the format is registered`() throws {
    #expect(try Self.refersToXcode("TesseraCommands.build"))
  }

  private static func refersToXcode(_ module: String) throws -> Bool {
    try objects(of: module).contains { file in
      let object = try Data(contentsOf: URL(filePath: file), options: .alwaysMapped)
      return optional.contains { object.range(of: $0) != nil }
    }
  }

  /// Returns the object files of a module. Those of files that were removed stay in its folder, but not in this list.
  private static func objects(of module: String) throws -> [String] {
    let map = try Data(contentsOf: products.appending(path: module).appending(path: "output-file-map.json"))
    return try JSONDecoder().decode([String: [String: String]].self, from: map).values.compactMap { $0["object"] }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }
}
