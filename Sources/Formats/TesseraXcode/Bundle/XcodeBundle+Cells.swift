import TesseraValues
import TesseraXcodeFiles

/// Nibs of their own, compiled or as xibs: prototypes of rows that controllers of tables name.
extension XcodeBundle {
  /// Translates the nibs. Of a nib and a xib with the same name, the nib is read.
  mutating func translateCells() {
    let compiled = files.filter { $0.hasSuffix(".nib") && !$0.contains(".storyboardc/") }
    // A nib may be a folder of several, of which the loader chooses one.
    let bare = Set(
      compiled.map { path in
        path.firstRange(of: ".nib/").map { String(path[..<$0.lowerBound]) } ?? String(path.dropLast(".nib".count))
      })
    let nibs = bare.sorted { Self.rank($0) < Self.rank($1) }.map { $0 + ".nib" }
    let xibs = files.filter { $0.hasSuffix(".xib") }.sorted { Self.rank($0) < Self.rank($1) }
    for path in nibs + xibs {
      let name = Self.name(ofNib: path)
      let document = "cells/\(ScreenNames.portable(name)).json"
      guard translation.documents[document] == nil else { continue }
      do throws(XcodeFileError) {
        guard let view = try path.hasSuffix(".xib") ? viewOfXib(path) : viewOfNib(path) else { continue }
        var controller = StoryboardController(
          key: name, id: "IBFilesOwner", className: StoryboardClassName("NSObject"), file: path)
        controller.view = view
        let cell = StoryboardTranslator.cell(controller, pictures: pictures)
        translation.documents[document] = cell.document
        translation.diagnostics += cell.diagnostics
      } catch {
        report(.error, "interface-file", path, "The nib cannot be read: \(error.reason)")
      }
    }
  }

  private static func name(ofNib path: String) -> String {
    String((path.split(separator: "/").last ?? "").dropLast(".nib".count))
  }

  private mutating func viewOfNib(_ path: String) throws(XcodeFileError) -> StoryboardView? {
    let loader = NibLoader(folder: "", files: files, bytes: bytes)
    guard let graph = try loader.load(String(path.dropLast(".nib".count)))?.get() else { return nil }
    var reader = NibViewReader(NibObjects(graph, name: Self.name(ofNib: path)), external: [:])
    let view = reader.rootView()
    translation.diagnostics += reader.diagnostics.map { $0.inFile(path) }
    return view
  }

  private mutating func viewOfXib(_ path: String) throws(XcodeFileError) -> StoryboardView? {
    guard let content = bytes(path) else { throw XcodeFileError("The file cannot be read") }
    let source = try SourceDocument(content)
    for omission in source.omissions { report(.warning, "interface-omission", path, omission.reason) }
    return SourceStoryboardReader.rootView(of: source)
  }
}
