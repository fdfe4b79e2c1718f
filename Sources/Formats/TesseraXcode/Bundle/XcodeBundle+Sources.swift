import TesseraValues
import TesseraXcodeFiles

/// Interfaces in source form.
extension XcodeBundle {
  /// Returns the interface of a storyboard that Xcode has not compiled; `nil` if there is none.
  mutating func sourceInterface(named name: String?) -> StoryboardDocument? {
    let paths = files.filter { $0.hasSuffix(".storyboard") }.sorted()
    let wanted = (name ?? "Main") + ".storyboard"
    guard
      let path = paths.first(where: { $0 == wanted || $0.hasSuffix("/" + wanted) })
        ?? paths.first(where: { !$0.hasSuffix("LaunchScreen.storyboard") }),
      let content = bytes(path)
    else { return nil }
    reportOtherStoryboards(than: path)
    do throws(XcodeFileError) {
      let source = try SourceDocument(content)
      for omission in source.omissions { report(.warning, "interface-omission", path, omission.reason) }
      return SourceStoryboardReader.read(source, file: path)
    } catch {
      report(.error, "interface-file", path, "The storyboard cannot be read: \(error.reason)")
      return nil
    }
  }
}
