import TesseraValues
import TesseraXcodeFiles

/// Data models and images.
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
        documents.append((folder, ModelDocument(model.model)))
      } catch {
        report(.error, "model-file", folder, "The data model cannot be read: \(error.reason)")
      }
    }
    for path in files.filter({ $0.hasSuffix(".mom") && !$0.contains(".momd/") }).sorted() {
      do throws(XcodeFileError) {
        documents.append((path, ModelDocument(try CompiledModelReader.read(bytes(path) ?? []))))
      } catch {
        report(.error, "model-file", path, "The data model cannot be read: \(error.reason)")
      }
    }
    for (path, document) in documents {
      translation.diagnostics += document.problems.map { $0.diagnostic(file: path) }
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
    let root = JSONNode.object([("entities", .object(members))])
    translation.documents["model.json"] = root.fileBytes
  }

  /// Returns the folders whose names end so, sorted.
  func folders(withExtensions extensions: [String]) -> [String] {
    let found = files.compactMap { path in
      extensions.lazy.compactMap { path.firstRange(of: $0) }.first.map { String(path[..<$0.upperBound].dropLast()) }
    }
    return Set(found).sorted()
  }

  /// Writes the images of the compiled catalogue, and those beside it.
  mutating func translateImages() {
    writeLooseImages()
    guard let content = bytes("Assets.car") else { return }
    do throws(XcodeFileError) {
      let reader = try AssetCatalogReader(content)
      var loader = AssetImageLoader(reader)
      for problem in reader.catalog.problems {
        report(.warning, "asset-catalogue", "Assets.car", "'\(problem.place)' cannot be read: \(problem.error.reason)")
      }
      let groups = Dictionary(grouping: reader.catalog.images.filter { !$0.isAppIcon }, by: \.name)
      for name in groups.keys.sorted().prefix(Self.maximumImages) {
        var group = AssetCatalog()
        group.images = groups[name] ?? []
        guard let image = group.images(named: name, idiom: .phone).first else { continue }
        write(image, &loader)
      }
    } catch {
      report(.error, "asset-catalogue", "Assets.car", "The catalogue cannot be read: \(error.reason)")
    }
  }

  /// The maximum number of images of a catalogue. Further ones are left out.
  private static let maximumImages = 500

  private mutating func write(_ image: ImageAsset, _ loader: inout AssetImageLoader) {
    do throws(XcodeFileError) {
      let path = "images/\(ScreenNames.portable(image.name))"
      switch try loader.content(of: image) {
      case .pixels(let pixels): translation.documents[path + ".png"] = PNGEncoder.encode(pixels)
      case .file(let format, let bytes):
        switch format {
        case .png, .svg: translation.documents["\(path).\(format.rawValue)"] = bytes
        case .jpeg: translation.documents["\(path).jpg"] = bytes
        case .heif, .pdf:
          report(
            .warning, "asset-catalogue", "Assets.car",
            "The image '\(image.name)' is \(format.rawValue.uppercased()), which cannot be shown")
        }
      }
      if image.isTemplate {
        report(
          .warning, "asset-catalogue", "Assets.car",
          "The image '\(image.name)' is drawn in its own colours, not in that of the view")
      }
    } catch {
      report(.warning, "asset-catalogue", "Assets.car", "The image '\(image.name)' cannot be read: \(error.reason)")
    }
  }

  /// The names of the images that were written.
  var imageNames: Set<String> {
    Set(
      translation.documents.keys.compactMap { path in
        path.hasPrefix("images/")
          ? path.dropFirst("images/".count).split(separator: ".").first.map(String.init) : nil
      })
  }

  /// Copies loose images, of several scales the largest.
  private mutating func writeLooseImages() {
    for path in files.sorted() where !path.contains("/") && !path.hasPrefix("AppIcon") && !path.contains("~ipad") {
      guard let dot = path.lastIndex(of: "."), dot > path.startIndex else { continue }
      let fileExtension = path[path.index(after: dot)...].lowercased()
      guard ImageFormat(fileExtension: fileExtension) != nil, let content = bytes(path) else { continue }
      let stem = String(path[..<dot]).replacing("~iphone", with: "")
      // `a@2x.png` comes before `a@3x.png`, and both after `a.png`.
      let name = stem.hasSuffix("@2x") || stem.hasSuffix("@3x") ? String(stem.dropLast("@2x".count)) : stem
      translation.documents["images/\(ScreenNames.portable(name)).\(fileExtension)"] = content
    }
  }
}
