import TesseraBundles
import TesseraComponents
import TesseraData
import TesseraLayout
import TesseraValues

/// Turns the documents of screens into definitions, and collects what is wrong with them.
struct ScreenDecoder {
  let components: ComponentRegistry
  let mediators: MediatorRegistry
  let transformers: [String]
  let images: Set<String>
  let screens: Set<String>
  let model: EntityModel?
  let actions: [String]?
  private(set) var diagnostics = Diagnostics()

  init(
    components: ComponentRegistry, mediators: MediatorRegistry, transformers: [String], images: Set<String>,
    screens: Set<String>, model: EntityModel?, actions: [String]?
  ) {
    self.components = components
    self.mediators = mediators
    self.transformers = transformers
    self.images = images
    self.screens = screens
    self.model = model
    self.actions = actions
  }

  /// Decodes one screen. Without a usable `view` the screen shows a placeholder.
  mutating func decode(_ document: JSONNode, name: String) -> ScreenDefinition {
    var problems = Diagnostics()
    let references = ComponentReferences(images: images, screens: screens)
    var decoder = ComponentDecoder(registry: components, references: references)
    let sections = ["view", "objects", "elements", "navigationItem", "***"]
    for member in document.members ?? [] where !sections.contains(member.name) {
      problems.add(
        Diagnostic(
          rule: "unknown-section", range: member.nameRange, message: "Unknown section '\(member.name)' of a screen",
          fix: NearMiss.fix(for: member.name, in: sections)))
    }
    var screen: ScreenDefinition
    if let view = document["view"] {
      screen = ScreenDefinition(name: name, view: decoder.decode(view))
    } else {
      let reason = "Screen '\(name)' needs a 'view'"
      problems.add(Diagnostic(rule: "component-type", range: document.range, message: reason))
      screen = ScreenDefinition(
        name: name, view: Component(content: .broken(reason: reason), range: document.range, layoutStyle: .init()))
    }
    if let item = document["navigationItem"] {
      decodeNavigationItem(item, into: &screen, with: &decoder, problems: &problems)
    }
    problems.add(contentsOf: decoder.diagnostics.all)

    var elementTypes: [String: String] = [:]
    var brokenElements: Set<String> = []
    for component in screen.rowComponents + screen.elementComponents {
      guard let identifier = component.identifier else { continue }
      switch component.content {
      case .known(let type): elementTypes[identifier] = type
      case .broken: brokenElements.insert(identifier)
      }
    }
    var scheme = SchemeDecoder(
      components: components, mediators: mediators,
      references: SchemeReferences(
        elementTypes: elementTypes, model: model, actions: actions, transformers: transformers, images: images,
        brokenElements: brokenElements))
    screen.scheme = scheme.decode(objects: document["objects"], elements: document["elements"])
    problems.add(contentsOf: scheme.diagnostics.all)
    diagnostics.add(contentsOf: problems.all.map { $0.inFile(WidgetBundle.screenPath(name)) })
    return screen
  }

  private func decodeNavigationItem(
    _ node: JSONNode, into screen: inout ScreenDefinition, with decoder: inout ComponentDecoder,
    problems: inout Diagnostics
  ) {
    guard let members = node.members else {
      problems.add(
        Diagnostic(
          rule: "scheme-type", range: node.range, message: "'navigationItem' takes an object, found \(node.typeName)"))
      return
    }
    screen.hasNavigationItem = true
    for member in members {
      switch member.name {
      case "***": break
      case "title": screen.title = member.value.string
      case "titleView": screen.titleView = decoder.decode(member.value)
      case "leftItems": screen.leftItems = (member.value.elements ?? [member.value]).map { decoder.decode($0) }
      case "rightItems": screen.rightItems = (member.value.elements ?? [member.value]).map { decoder.decode($0) }
      default:
        problems.add(
          Diagnostic(
            rule: "unknown-attribute", range: member.nameRange,
            message: "Unknown attribute '\(member.name)' of 'navigationItem'",
            fix: NearMiss.fix(for: member.name, in: ["title", "titleView", "leftItems", "rightItems"])))
      }
    }
  }
}
