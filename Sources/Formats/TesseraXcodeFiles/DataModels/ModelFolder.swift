import TesseraValues

/// A folder with the versions of a data model: `*.momd`, or its source `*.xcdatamodeld`.
///
/// A `.momd` has a `.mom` for each version, and `VersionInfo.plist`, which names the current one and has a hash for
/// each entity. An `.xcdatamodeld` has a folder `*.xcdatamodel` for each version, and `.xccurrentversion`, a property
/// list. Both leave out the name of the current version when there is only one. Optimized copies (`.omo`) are not read.
package enum ModelFolder {
  /// Reads the model of the current version.
  ///
  /// - Parameters:
  ///   - paths: The paths of the folder's files, relative to the folder.
  ///   - contents: Returns the bytes of a file. It is called at most twice.
  /// - Throws: What is wrong, and in which file.
  package static func read(
    paths: [String], contents: (String) throws(XcodeFileError) -> [UInt8]
  ) throws(XcodeFileError) -> ManagedObjectModel {
    let versions = Dictionary(
      paths.compactMap { path in versionName(path).map { ($0, path) } }, uniquingKeysWith: { first, _ in first })
    let informationPath = paths.first { $0 == "VersionInfo.plist" || $0 == ".xccurrentversion" }
    var information: PropertyListValue?
    if let informationPath {
      information = try inFile(informationPath) { () throws(XcodeFileError) in
        try PropertyListValue.read(try contents(informationPath))
      }
    }
    let current = try currentVersion(information, of: versions.keys.sorted())
    guard let path = versions[current] else {
      throw XcodeFileError("The current version '\(current)' of the data model does not exist")
    }
    var model = try inFile(path) { () throws(XcodeFileError) in
      let bytes = try contents(path)
      return try path.hasSuffix(".mom") ? CompiledModelReader.read(bytes) : ModelSourceReader.read(bytes)
    }
    if let hashes = information?["NSManagedObjectModel_VersionHashes"]?[current]?.dictionary {
      check(&model, against: hashes)
    }
    return model
  }

  /// The version that a file holds, or `nil` if the file holds none.
  private static func versionName(_ path: String) -> String? {
    let parts = path.split(separator: "/")
    if parts.count == 1, path.hasSuffix(".mom") { return String(path.dropLast(4)) }
    guard parts.count == 2, parts[1] == "contents", parts[0].hasSuffix(".xcdatamodel") else { return nil }
    return String(parts[0].dropLast(12))
  }

  private static func currentVersion(
    _ information: PropertyListValue?, of versions: [String]
  ) throws(XcodeFileError) -> String {
    if let name = information?["NSManagedObjectModel_CurrentVersionName"]?.string { return name }
    if let name = information?["_XCCurrentVersionName"]?.string {
      return name.hasSuffix(".xcdatamodel") ? String(name.dropLast(12)) : name
    }
    guard let only = versions.first, versions.count == 1 else {
      throw XcodeFileError(
        versions.isEmpty
          ? "The folder of a data model has no model" : "The current version of a data model is not named")
    }
    return only
  }

  /// Reports entities that only one of the model and its hashes has: the files are of different builds.
  private static func check(_ model: inout ManagedObjectModel, against hashes: PropertyListDictionary) {
    let names = Set(model.entities.map(\.name))
    for name in names.symmetricDifference(hashes.entries.map(\.key)).sorted() {
      model.report(
        Diagnostic(
          .warning, rule: "model-version",
          message: "The entity '\(name)' is only in \(names.contains(name) ? "the model" : "'VersionInfo.plist'")"))
    }
  }

  private static func inFile<Result>(
    _ path: String, _ read: () throws(XcodeFileError) -> Result
  ) throws(XcodeFileError) -> Result {
    do {
      return try read()
    } catch {
      throw XcodeFileError("'\(path)': \(error.reason)", offset: error.offset, object: error.object)
    }
  }
}
