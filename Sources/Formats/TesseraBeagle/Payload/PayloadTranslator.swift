import TesseraExpressions
package import TesseraValues

/// Translates native documents to payloads.
///
/// Content that payloads cannot express is added in native form, as a patch that only Tessera reads, so that the
/// reverse translation loses nothing. The patches need no rules of their own: each part is translated back, and any
/// difference from the original becomes the patch. The rules for components and actions therefore only cover what
/// clients of Beagle can show.
package struct PayloadTranslator {
  /// The content that is invisible to clients of Beagle, reported once for each member of each type.
  package private(set) var diagnostics = Diagnostics()
  let extensions: NativeTranslator.Extensions
  /// The translator for the reverse direction.
  var reader: NativeTranslator
  private var reported: Set<String> = []
  /// The screens of the document by name that have not been nested in an action yet.
  var innerScreens: [String: JSONNode] = [:]
  /// The contexts in scope, from the outermost to the innermost.
  var contexts: [String] = []
  /// The number of actions that open each screen, by screen name.
  var openings: [String: Int] = [:]

  /// Creates a translator.
  package init(extensions: NativeTranslator.Extensions) {
    self.extensions = extensions
    reader = NativeTranslator(extensions: extensions)
  }

  /// Translates the document of a screen to a payload.
  package mutating func payload(of document: JSONNode) -> JSONNode {
    var found = NativeNames()
    found.add(document)
    reader.takenNames = NativeTranslator.reservedNames.union(found.identifiers)
    reader.declaredNames = found.contexts
    openings = found.openings
    for screen in document["screens"]?.membersWithoutComments ?? [] { innerScreens[screen.name] = screen.value }
    var payload = ObjectBuilder(screen(document))
    guard !innerScreens.isEmpty, let section = document["screens"] else { return payload.node }
    // Screens that cannot be nested in an action stay in native form.
    let rest = (section.members ?? []).filter { innerScreens[$0.name] != nil }
    var patch = ObjectBuilder(payload.node[BeagleDecoder.patchKey] ?? .empty(section.range))
    patch.set("screens", JSONNode(.object(rest), range: section.range))
    payload.set(BeagleDecoder.patchKey, patch.node)
    return payload.node
  }

  // MARK: Texts

  /// Translates a text, or returns nil if payloads cannot express it.
  func text(_ text: String) -> String? {
    let template = Template(text, dialect: .native)
    if template.isConstant { return Template.escaped(template.literalText) }
    return payload(template)?.description
  }

  func payload(_ template: Template) -> Template? {
    template.beagle { path in
      // The details of an event may be available under another name, unless an inner scope defines the same name.
      guard case .key(let root)? = path.nodes.first else { return path }
      for scope in reader.names.reversed() {
        for (name, own) in scope where own.nodes.count > 1 && path.nodes.starts(with: own.nodes) {
          return ContextPath(nodes: [.key(name)] + path.nodes.dropFirst(own.nodes.count))
        }
        if scope[root] != nil { return path }
      }
      return path
    }
  }

  /// Translates data, in which texts may be expressions.
  func data(_ node: JSONNode?) -> JSONNode? {
    guard let node else { return nil }
    var isSayable = true
    let data = node.mappingLiterals { literal in
      guard let string = literal.string else { return literal }
      guard let text = text(string) else {
        isSayable = false
        return literal
      }
      return .text(text, literal.range)
    }
    return isSayable ? data : nil
  }

  /// Returns a literal text, or nil if it contains expressions.
  func plain(_ node: JSONNode?) -> JSONNode? {
    guard let node, let text = node.string, case let template = Template(text, dialect: .native), template.isConstant
    else { return nil }
    return .text(template.literalText, node.range)
  }

  /// Translates the expression of a text, or a literal, with the given closures.
  func text(_ node: JSONNode?, template change: (Template) -> Template?, literal: (JSONNode) -> JSONNode?) -> JSONNode?
  {
    guard let node else { return nil }
    guard let string = node.string, case let template = Template(string, dialect: .native), !template.isConstant else {
      return literal(node)
    }
    return change(template).flatMap { payload($0) }.map { .text($0.description, node.range) }
  }

  /// Translates a word to the spelling of payloads.
  func word(_ node: JSONNode?) -> JSONNode? {
    text(node) {
      $0.argument(of: "lowercase")
    } literal: { node in
      node.string.map {
        .text($0 == "nowrap" ? "NO_WRAP" : $0.uppercased().replacing("-", with: "_"), node.range)
      }
    }
  }

  /// Returns the negation of a Boolean.
  func negated(_ node: JSONNode?) -> JSONNode? {
    text(node) {
      $0.argument(of: "not") ?? $0.applying("not")
    } literal: { node in
      node.bool.map { .flag(!$0, node.range) }
    }
  }

  /// Translates a condition.
  func condition(_ node: JSONNode?) -> JSONNode? {
    text(node) { template in
      template.argument(of: "condition", before: [true, false]) ?? template
    } literal: { node in
      node.bool == nil ? nil : node
    }
  }

  /// Returns whether a condition has the same result in a payload, where only the exact value true counts.
  func isExact(condition node: JSONNode) -> Bool {
    guard let text = node.string else { return node.bool != nil }
    let template = Template(text, dialect: .native)
    if let argument = template.argument(of: "condition", before: [true, false]) { return payload(argument) != nil }
    return template.resultType == .bool && payload(template)?.description == template.description
  }

  mutating func within<Result>(_ scope: [String: ContextPath], _ body: (inout Self) -> Result) -> Result {
    reader.names.append(scope)
    defer { reader.names.removeLast() }
    return body(&self)
  }

  /// Returns the paths of contexts in the native document that results from the payload.
  func contextNames(_ contexts: [JSONNode]) -> [String: ContextPath] {
    let names = contexts.compactMap { $0["id"]?.string }
    return Dictionary(
      names.map { ($0, ContextPath(nodes: [.key(reader.nativeName($0))])) }, uniquingKeysWith: { $1 })
  }

  // MARK: Parts

  /// Completes a part by combining its own members, its nested parts, and a patch for what cannot be expressed.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - native: The native node.
  ///   - inner: The member that contains the counterpart of the payload's component, if the native node is a container
  ///     around it.
  mutating func finish(_ part: PayloadPart, of native: JSONNode, around inner: String? = nil) -> JSONNode {
    var decoder = BeagleDecoder()
    var reader = reader
    let element = part.isAction ? decoder.action(part.sample) : decoder.component(part.sample)
    let read = part.isAction ? reader.action(element) ?? native : reader.component(element)
    let said = BeagleEncoder().node(
      of: element, key: part.isAction ? BeagleDecoder.actionKey : BeagleDecoder.componentKey)
    var object = ObjectBuilder(native.range)
    for member in said.members ?? [] where part.said.has(member.name) || !part.stubs.has(member.name) {
      object.set(member.name, member.value, at: member.nameRange)
    }
    for member in part.held.members { object.set(member.name, member.value, at: member.nameRange) }
    // A context may get another name when it is decoded again. Patches take this into account.
    let again = part.said.has("context") ? read.replacing("context", by: native["context"], where: isRenamed) : read
    func normal(_ node: JSONNode) -> JSONNode {
      guard let inner, let child = node[inner] else { return NormalForm.of(node, without: part.covered) }
      var box = ObjectBuilder(NormalForm.of(node, without: [inner]))
      box.set(inner, NormalForm.of(child, without: part.covered))
      return box.node
    }
    if let patch = DocumentPatch.difference(from: normal(again), to: normal(native), isSame: NormalForm.isSame) {
      object.set(BeagleDecoder.patchKey, patch)
      report(patch, of: native["type"]?.string ?? "screen", saying: part.said.node)
    }
    return object.node
  }

  /// Returns whether two contexts differ only by an expected change of name.
  private func isRenamed(_ again: JSONNode, _ native: JSONNode) -> Bool {
    guard let id = native["id"]?.string, again["id"]?.string == reader.nativeName(id) else { return false }
    return NormalForm.isSame(again["value"] ?? again, native["value"] ?? again)
  }

  /// Reports content that is invisible to clients of Beagle.
  ///
  /// - Parameter said: The content that is visible to them, in the form of payloads.
  mutating func report(_ patch: JSONNode, of type: String, saying said: JSONNode? = nil) {
    for member in patch.members ?? [] where !member.value.isNull && !isSaid(member.value, in: said) {
      if member.name == "style" {
        for part in member.value.members ?? [] where !part.value.isNull && !isSaid(part.value, in: said) {
          report("'style.\(part.name)' of '\(type)'", part.nameRange)
        }
      } else {
        report("'\(member.name)' of '\(type)'", member.nameRange)
      }
    }
  }

  /// Returns whether a value is expressed in another form: as an expression with operations, or negated.
  private func isSaid(_ value: JSONNode, in said: JSONNode?) -> Bool {
    guard let said, value.members == nil, value.elements == nil else { return false }
    let spellings = [data(value), negated(value)].compactMap(\.self).map { Self.normal($0).value }
    func isIn(_ node: JSONNode) -> Bool {
      switch node.content {
      case .array(let elements): elements.contains(where: isIn)
      case .object(let members): members.contains { isIn($0.value) }
      default: spellings.contains(Self.normal(node).value)
      }
    }
    return isIn(said)
  }

  private static func normal(_ node: JSONNode) -> JSONNode {
    node.string.map { .text(Template($0).description, node.range) } ?? node
  }

  mutating func report(_ what: String, _ range: SourceRange) {
    warn(
      "payload-patch", range,
      "Beagle cannot express \(what): it is written to '\(BeagleDecoder.patchKey)', which only Tessera reads")
  }

  mutating func reportOwn(_ type: String, _ range: SourceRange, isAction: Bool) {
    warn(
      "payload-custom", range,
      "Beagle has no \(isAction ? "action" : "component") '\(type)': it becomes 'custom:\(type)'",
      fix: "Register one with this name in Beagle clients")
  }

  mutating func reportLegacy(_ type: String, _ counterpart: String, _ range: SourceRange) {
    warn("payload-legacy", range, "'\(type)' becomes '\(counterpart)', which only Beagle 1.x clients support")
  }

  /// Reports a warning once, at its first occurrence.
  private mutating func warn(_ rule: String, _ range: SourceRange, _ message: String, fix: String? = nil) {
    guard reported.insert(message).inserted else { return }
    diagnostics.add(Diagnostic(.warning, rule: rule, range: range, message: message, fix: fix))
  }
}
