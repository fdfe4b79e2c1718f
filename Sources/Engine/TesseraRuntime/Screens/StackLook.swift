import TesseraBundles
import TesseraComponents
import TesseraValues
import TesseraViews

/// How a stack of screens looks.
struct StackLook: Sendable {
  /// How it stands over the others.
  var presentation = StackStyle.Presentation.full
  /// What the bars of its screens look like where these say nothing.
  var bar: ThemedStyle?

  /// A stack as it is where nothing is said about it.
  init() {}

  /// - Parameter found: Where it is told that the theme has no such look.
  init(_ style: StackStyle, in surroundings: ScreenSurroundings, _ found: inout Diagnostics) {
    presentation = style.presentation
    guard let name = style.barStyleId else { return }
    let session = surroundings.makeSession()
    let range = style.barStyleRange ?? SourceRange(.start)
    bar = session.look(
      JSONMember(name: "barStyleId", nameRange: range, value: JSONNode(.string(name), range: range)),
      of: .navigationBar)
    // A look that an app names may be missing: no author can mend that.
    guard style.barStyleRange != nil else { return }
    found.add(contentsOf: session.diagnostics.all.map { $0.inFile("widget.json") })
  }
}
