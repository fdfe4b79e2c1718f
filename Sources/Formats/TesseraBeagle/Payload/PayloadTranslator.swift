import TesseraExpressions
package import TesseraValues

/// Says a native document in the words of payloads.
///
/// What these have no words for stands beside them in native ones, as a patch that only Tessera reads, so that nothing is lost on
/// the way back. What that is nobody has to know: each part is read again as a payload, and where something else comes out than
/// what went in, the difference is the patch. The rules for components and actions only say as much as clients of Beagle can show.
package struct PayloadTranslator {
  /// What clients of Beagle do not see, once for each member of each type.
  package private(set) var diagnostics = Diagnostics()
  let extensions: NativeTranslator.Extensions
  /// The way back.
  var reader: NativeTranslator
  private var told: Set<String> = []
  /// The screens of the document by their names, as long as no action has taken them in.
  var innerScreens: [String: JSONNode] = [:]
  /// The contexts around, from the outside to the inside.
  var contexts: [String] = []
  /// How many actions open each of the screens.
  var openings: [String: Int] = [:]

  /// Creates a translator.
  package init(extensions: NativeTranslator.Extensions) {
    self.extensions = extensions
    reader = NativeTranslator(extensions: extensions)
  }

  /// Says the document of a screen as a payload.
  package mutating func payload(of document: JSONNode) -> JSONNode {
    var found = NativeNames()
    found.add(document)
    reader.takenNames = NativeTranslator.reservedNames.union(found.identifiers)
    reader.declaredNames = found.contexts
    openings = found.openings
    for screen in document["screens"]?.membersWithoutComments ?? [] { innerScreens[screen.name] = screen.value }
    var payload = ObjectBuilder(screen(document))
    guard !innerScreens.isEmpty, let section = document["screens"] else { return payload.node }
    // What no action could take in keeps its native words.
    let rest = (section.members ?? []).filter { innerScreens[$0.name] != nil }
    var patch = ObjectBuilder(payload.node[BeagleDecoder.patchKey] ?? .empty(section.range))
    patch.set("screens", JSONNode(.object(rest), range: section.range))
    payload.set(BeagleDecoder.patchKey, patch.node)
    return payload.node
  }

  // MARK: Texts

  /// A text of a native document as one of a payload; nil where that has no words for it.
  func text(_ text: String) -> String? {
    let template = Template(text, dialect: .native)
    if template.isConstant { return Template.escaped(template.literalText) }
    return payload(template)?.description
  }

  func payload(_ template: Template) -> Template? {
    template.beagle { path in
      // What an event tells may have another name, as far as nothing around has the same.
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

  /// Data of a native document, in which texts may be expressions.
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

  /// A literal text; nil for one with expressions.
  func plain(_ node: JSONNode?) -> JSONNode? {
    guard let node, let text = node.string, case let template = Template(text, dialect: .native), template.isConstant
    else { return nil }
    return .text(template.literalText, node.range)
  }

  /// A text of which an expression is changed, or a literal.
  func text(_ node: JSONNode?, template change: (Template) -> Template?, literal: (JSONNode) -> JSONNode?) -> JSONNode?
  {
    guard let node else { return nil }
    guard let string = node.string, case let template = Template(string, dialect: .native), !template.isConstant else {
      return literal(node)
    }
    return change(template).flatMap { payload($0) }.map { .text($0.description, node.range) }
  }

  /// A word as payloads spell it.
  func word(_ node: JSONNode?) -> JSONNode? {
    text(node) {
      $0.argument(of: "lowercase")
    } literal: { node in
      node.string.map {
        .text($0 == "nowrap" ? "NO_WRAP" : $0.uppercased().replacing("-", with: "_"), node.range)
      }
    }
  }

  /// The opposite of a truth value.
  func negated(_ node: JSONNode?) -> JSONNode? {
    text(node) {
      $0.argument(of: "not") ?? $0.applying("not")
    } literal: { node in
      node.bool.map { .flag(!$0, node.range) }
    }
  }

  /// A condition.
  func condition(_ node: JSONNode?) -> JSONNode? {
    text(node) { template in
      template.argument(of: "condition", before: [true, false]) ?? template
    } literal: { node in
      node.bool == nil ? nil : node
    }
  }

  /// Whether a condition holds in a payload just when it holds in a native document: there only what is exactly true does.
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

  /// What contexts lead to in the native document that comes of the payload.
  func contextNames(_ contexts: [JSONNode]) -> [String: ContextPath] {
    let names = contexts.compactMap { $0["id"]?.string }
    return Dictionary(
      names.map { ($0, ContextPath(nodes: [.key(reader.nativeName($0))])) }, uniquingKeysWith: { $1 })
  }

  // MARK: Parts

  /// Puts a part together: what it says, what stands in it, and what it cannot say.
  /// - Parameter inner: the member that holds what the part is in the payload, if it is a box around that.
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
    // A context may have another name when it is read again, and patches follow it.
    let again = part.said.has("context") ? read.replacing("context", by: native["context"], where: isRenamed) : read
    func normal(_ node: JSONNode) -> JSONNode {
      guard let inner, let child = node[inner] else { return NormalForm.of(node, without: part.covered) }
      var box = ObjectBuilder(NormalForm.of(node, without: [inner]))
      box.set(inner, NormalForm.of(child, without: part.covered))
      return box.node
    }
    if let patch = DocumentPatch.difference(from: normal(again), to: normal(native), isSame: NormalForm.isSame) {
      object.set(BeagleDecoder.patchKey, patch)
      tell(patch, of: native["type"]?.string ?? "screen", saying: part.said.node)
    }
    return object.node
  }

  /// Whether two contexts differ in their names alone, as they may.
  private func isRenamed(_ again: JSONNode, _ native: JSONNode) -> Bool {
    guard let id = native["id"]?.string, again["id"]?.string == reader.nativeName(id) else { return false }
    return NormalForm.isSame(again["value"] ?? again, native["value"] ?? again)
  }

  /// Tells that clients of Beagle do not see something.
  /// - Parameter said: what they do see, in their words.
  mutating func tell(_ patch: JSONNode, of type: String, saying said: JSONNode? = nil) {
    for member in patch.members ?? [] where !member.value.isNull && !isSaid(member.value, in: said) {
      if member.name == "style" {
        for part in member.value.members ?? [] where !part.value.isNull && !isSaid(part.value, in: said) {
          tell("'style.\(part.name)' of '\(type)'", part.nameRange)
        }
      } else {
        tell("'\(member.name)' of '\(type)'", member.nameRange)
      }
    }
  }

  /// Whether something is said in other words: an expression by operations, or the opposite.
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

  mutating func tell(_ what: String, _ range: SourceRange) {
    warn(
      "payload-patch", range,
      "Beagle has no words for \(what): it stands in '\(BeagleDecoder.patchKey)', and only Tessera shows it")
  }

  mutating func tellOwn(_ type: String, _ range: SourceRange, isAction: Bool) {
    warn(
      "payload-custom", range,
      "Beagle has no \(isAction ? "action" : "component") '\(type)': it becomes 'custom:\(type)'",
      fix: "Register one of that name in clients of Beagle")
  }

  mutating func tellLegacy(_ type: String, _ counterpart: String, _ range: SourceRange) {
    warn("payload-legacy", range, "'\(type)' becomes '\(counterpart)', which only clients of Beagle 1.x have")
  }

  /// Says something once, at the first place where it is so.
  private mutating func warn(_ rule: String, _ range: SourceRange, _ message: String, fix: String? = nil) {
    guard told.insert(message).inserted else { return }
    diagnostics.add(Diagnostic(.warning, rule: rule, range: range, message: message, fix: fix))
  }
}
