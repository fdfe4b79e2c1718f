import TesseraBundles
import TesseraValues

/// Finds pictures of servers whose height is known only when they come, so that what is below them moves.
struct UnsizedPictureCheck {
  /// Styles that give a picture its height, or take it out of the flow.
  private static let heights: Set = [
    "height", "minHeight", "aspectRatio", "flexGrow", "flex", "flexBasis", "positionType", "position", "maxHeight",
  ]
  /// The maximum depth at which pictures of a document are checked. Deeper ones are not.
  private static let maximumDepth = 64

  private var problems: [Diagnostic] = []

  /// Returns a warning for each such picture of a bundle.
  static func problems(of bundle: WidgetBundle) -> [Diagnostic] {
    bundle.screenNames.flatMap { name -> [Diagnostic] in
      guard let document = bundle.screen(named: name) else { return [] }
      var check = UnsizedPictureCheck()
      check.visit(document, isConstrained: false, depth: 0)
      return check.problems.map { $0.inFile(bundle.path(ofScreen: name)) }
    }
  }

  /// - Parameter isConstrained: Whether constraints place the components.
  private mutating func visit(_ node: JSONNode, isConstrained: Bool, depth: Int) {
    guard depth < Self.maximumDepth else { return }
    for element in node.elements ?? [] { visit(element, isConstrained: isConstrained, depth: depth + 1) }
    guard let members = node.membersWithoutComments else { return }
    if node["type"]?.string == "image", !isConstrained { check(node) }
    let isBox = node["constraints"] != nil
    for member in members where member.name != "style" {
      visit(member.value, isConstrained: member.name == "children" ? isBox : isConstrained, depth: depth + 1)
    }
  }

  private mutating func check(_ image: JSONNode) {
    guard let address = image["url"] ?? image["imageUrl"], image["placeholder"] == nil, image["styleId"] == nil else {
      return
    }
    let style = image["style"]
    guard style == nil || style?.members != nil,
      !(style?.members ?? []).contains(where: { Self.heights.contains($0.name) })
    else { return }
    problems.append(
      Diagnostic(
        .warning, rule: "image-size", range: address.range,
        message: "The picture has no height until it comes, and then moves what is below it",
        fix: "Give it 'aspectRatio' or 'height' in 'style', or a 'placeholder'"))
  }
}
