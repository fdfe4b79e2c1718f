import TesseraComponents
import TesseraLayout
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

/// What a document became, and what was wrong with it.
struct Decoded {
  var component: Component
  var diagnostics: [Diagnostic]

  /// Decodes a document for a bundle with two pictures and two screens.
  init(_ text: String, limits: JSONLimits = .document) throws {
    let references = ComponentReferences(images: ["logo.png", "photo.jpg"], screens: ["Feed", "NewPost"])
    var decoder = ComponentDecoder(registry: .standard, references: references)
    component = decoder.decode(try JSONNode.parse(text, limits: limits))
    diagnostics = decoder.diagnostics.all
  }
}

extension Component {
  /// The reason, if it cannot be made.
  var reason: String? {
    if case .broken(let reason) = content { reason } else { nil }
  }

  /// The type, if it can be made.
  var type: String? {
    if case .known(let type) = content { type } else { nil }
  }
}

/// A document in which `↓` stands before each place that a diagnostic shall point at.
struct MarkedDocument {
  var text: String
  var places: [SourcePosition]

  init(_ marked: String) {
    var (text, places) = ("", [SourcePosition]())
    var place = SourcePosition.start
    for scalar in marked.unicodeScalars {
      if scalar == "↓" {
        places.append(place)
        continue
      }
      text.unicodeScalars.append(scalar)
      if scalar == "\n" {
        place = SourcePosition(line: place.line + 1, column: 1)
      } else {
        place.column += 1
      }
    }
    self.text = text
    self.places = places
  }
}

/// Views of components, and what presses asked for.
final class BuiltScreen {
  let hierarchy = ViewHierarchy(size: Size(width: 320, height: 480), textMeasuring: FixedWidthTextMeasuring())
  private(set) var performed: [(actions: [ComponentAction], sender: View)] = []
  private(set) lazy var builder = ComponentBuilder(registry: .standard, context: hierarchy.context) {
    [unowned self] actions, sender in performed.append((actions, sender))
  }

  func build(_ text: String) throws -> View {
    let view = builder.build(try Decoded(text).component)
    hierarchy.window.addChild(view)
    _ = hierarchy.commit()
    return view
  }
}
