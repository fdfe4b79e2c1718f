import TesseraExpressions
import TesseraLayout
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraComponents

/// The result of decoding a document, with its diagnostics.
struct Decoded {
  var component: Component
  var diagnostics: [Diagnostic]

  /// Decodes a document for a bundle with two images and two screens.
  init(_ text: String, limits: JSONLimits = .document, components: ComponentRegistry = .standard) throws {
    var configuration = DecodingConfiguration(components: components, actions: .recording)
    configuration.optionNames = ["station"]
    let session = DecodingSession(
      configuration,
      references: ReferenceNames([
        .image: ["logo.png", "photo.jpg"], .screen: ["Feed", "NewPost"], .transformer: ["ago", "number"], .context: [],
      ]))
    session.screenNames = ["content", "options", "global", "field"]
    var decoder = ComponentDecoder(session: session)
    component = decoder.decode(try JSONNode.parse(text, limits: limits))
    diagnostics = session.diagnostics.all
  }
}

extension ActionRegistry {
  /// Action types that only notify a ``Recorder`` of their runs.
  static var recording: ActionRegistry {
    var registry = ActionRegistry()
    let record: @Sendable (ActionRun) -> Void = { run in
      (run.host as? Recorder)?.runs.append((run.call.definition.type, run.attributes, run.sender))
      run.fire("onOk", ["answer": 1])
    }
    let screen = ActionDefinition.Attribute("screen", .reference(.screen), "A screen.", isRequired: true)
    registry.register(
      ActionDefinition(
        type: "push", documentation: "Opens.", synonyms: ["navigate"],
        attributes: [screen, ActionDefinition.Attribute("content", .any, "About.")], perform: record))
    registry.register(
      ActionDefinition(type: "present", documentation: "Opens.", attributes: [screen], perform: record))
    registry.register(ActionDefinition(type: "pop", documentation: "Goes back.", perform: record))
    registry.register(ActionDefinition(type: "dismiss", documentation: "Closes.", perform: record))
    registry.register(
      ActionDefinition(
        type: "alert", documentation: "Says.",
        attributes: [
          ActionDefinition.Attribute("title", .scalar, "A text."),
          ActionDefinition.Attribute("message", .scalar, "A text."),
        ],
        events: [EventDefinition("onOk", "Pressed.")], perform: record))
    return registry
  }
}

/// Records the actions that ran.
final class Recorder {
  var runs: [(type: String, attributes: [String: Value], sender: View?)] = []
  var reports: [String] = []
}

extension Component {
  /// The reason if the component cannot be created.
  var reason: String? {
    if case .broken(let reason) = content { reason } else { nil }
  }

  /// The type if the component can be created.
  var type: String? {
    definition?.type
  }
}

/// A document in which `↓` marks each position where a diagnostic is expected.
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

/// The views of components, with a recorder for actions.
final class BuiltScreen {
  let hierarchy = ViewHierarchy(size: Size(width: 320, height: 480), textMeasuring: FixedWidthTextMeasuring())
  let recorder = Recorder()
  let viewHost = RecordingViewHost()
  let scope = Scope()
  private(set) lazy var graph = BindingGraph { [recorder] message, _ in recorder.reports.append(message) }
  private(set) lazy var runner = ActionRunner(
    host: recorder, environment: .standard, nesting: ActionNesting()
  ) { [recorder] in
    recorder.reports.append($0)
  }
  private(set) lazy var builder = ComponentBuilder(context: hierarchy.context, graph: graph, runner: runner)
  private(set) var subtrees: [DynamicChildren] = []

  var performed: [(type: String, attributes: [String: Value], sender: View?)] { recorder.runs }

  init() {
    viewHost.onChange = { [unowned self] view in self.graph.recordChange(of: view) }
    hierarchy.context.host = viewHost
  }

  @discardableResult
  func build(_ component: Component) throws -> View {
    let subtree = builder.build(component, in: scope)
    subtrees.append(subtree)
    let view = try #require(subtree.root)
    hierarchy.window.addChild(view)
    subtree.bind()
    _ = hierarchy.commit()
    return view
  }

  @discardableResult
  func build(_ text: String, components: ComponentRegistry = .standard) throws -> View {
    try build(Decoded(text, components: components).component)
  }
}

extension Component {
  /// Returns the component and all its descendants, including prototypes.
  func descendants() -> [Component] {
    [self] + (slots.values.flatMap(\.self) + prototypes.values).flatMap { $0.descendants() }
  }
}
