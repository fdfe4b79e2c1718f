import TesseraValues
import TesseraXcodeFiles

/// Data models.
extension XcodeBundle {
  /// Translates the data models. All of a bundle are one; of several entities with a name, the first one stays.
  mutating func translateModels() {
    let folders = folders(withExtensions: [".momd/", ".xcdatamodeld/"])
    var documents: [(path: String, document: ModelDocument)] = []
    for folder in folders {
      var paths = files.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }.sorted()
      // Bundles do not list hidden files.
      let version = ".xccurrentversion"
      if folder.hasSuffix(".xcdatamodeld"), !paths.contains(version), bytes("\(folder)/\(version)") != nil {
        paths.append(version)
      }
      do throws(XcodeFileError) {
        let model = try ModelFolder.read(paths: paths) { path throws(XcodeFileError) in
          guard let content = bytes("\(folder)/\(path)") else { throw XcodeFileError("The file cannot be read") }
          return content
        }
        documents.append((folder, ModelDocument(model)))
      } catch {
        report(.error, "model-file", folder, "The data model cannot be read: \(error.reason)")
      }
    }
    for path in files.filter(Self.isModelOfItsOwn).sorted() {
      do throws(XcodeFileError) {
        guard let content = bytes(path) else { throw XcodeFileError("The file cannot be read") }
        let isCompiled = path.hasSuffix(".mom")
        documents.append(
          (path, ModelDocument(try isCompiled ? CompiledModelReader.read(content) : ModelSourceReader.read(content))))
      } catch {
        report(.error, "model-file", path, "The data model cannot be read: \(error.reason)")
      }
    }
    for (path, document) in documents {
      translation.diagnostics += document.problems.map { $0.inFile(path) }
    }
    var members: [(String, JSONNode)] = []
    var names: Set<String> = []
    for (path, document) in documents {
      for member in document.root["entities"]?.members ?? [] {
        if names.insert(member.name).inserted {
          members.append((member.name, member.value))
        } else {
          report(.warning, "model-name", path, "The entity '\(member.name)' is in several data models")
        }
      }
    }
    guard !members.isEmpty else { return }
    translation.documents["model.json"] = .object([("entities", .object(members))])
  }

  /// Whether a file is a data model, compiled or not, that is not one of several versions in a folder.
  private static func isModelOfItsOwn(_ path: String) -> Bool {
    path.hasSuffix(".mom") && !path.contains(".momd/")
      || path.hasSuffix(".xcdatamodel/contents") && !path.contains(".xcdatamodeld/")
  }

  /// Returns the folders whose names end so, sorted.
  func folders(withExtensions extensions: [String]) -> [String] {
    let found = files.compactMap { path in
      extensions.lazy.compactMap { path.firstRange(of: $0) }.first.map { String(path[..<$0.upperBound].dropLast()) }
    }
    return Set(found).sorted()
  }
}
