import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Decoding of values, shared by properties of views and mediators, attributes of actions, and styles.
extension DecodingSession {
  /// Returns whether a node contains an expression at any depth.
  package func isDynamic(_ node: JSONNode) -> Bool {
    switch node.content {
    case .string(let text): text.utf8.contains(UInt8(ascii: "@")) && text.contains("@{")
    case .array(let elements): elements.contains { isDynamic($0) }
    case .object(let members): members.contains { !$0.isComment && isDynamic($0.value) }
    default: false
    }
  }

  /// Decodes a value and checks its expressions.
  package func dynamicValue(_ node: JSONNode) -> DynamicValue {
    guard isDynamic(node) else { return .literal(node.valueWithoutComments) }
    switch node.content {
    case .string(let text):
      let template = Template(text, dialect: .native)
      check(template, of: text, at: node.range)
      return template.isConstant ? .literal(template.value(in: Value.null)) : .template(template)
    case .array(let elements): return .list(elements.map { dynamicValue($0) })
    case .object(let members):
      return .object(
        members.filter { !$0.isComment }.map { DynamicValue.Member(name: $0.name, value: dynamicValue($0.value)) })
    default: return .literal(node.value)
    }
  }

  private func check(_ template: Template, of text: String, at range: SourceRange) {
    if let problem = template.problem { return add(problem.within(text: range)) }
    for (_, path) in template.paths.map({ ($0.description, $0) }).sorted(by: { $0.0 < $1.0 }) {
      guard case .key(let name)? = path.nodes.first else { continue }
      checkName(name, at: range)
      var key: String?
      if case .key(let next)? = path.nodes.dropFirst().first { key = next }
      // An expression with a default expects that the value may be missing.
      recordReading(of: name, key: key, at: range, isOptional: text.contains("??"))
      if name == "options" || name == "defaults", let optionNames = configuration.optionNames,
        case .key(let option)? = path.nodes.dropFirst().first,
        !optionNames.contains(option)
      {
        add(
          .error, "unknown-option", range, "The widget has no option '\(option)'", near: option, in: optionNames)
      } else if name == "options" || name == "defaults", case .key(let option)? = path.nodes.dropFirst().first,
        configuration.secretOptionNames.contains(option)
      {
        add(
          Diagnostic(
            .warning, rule: "secret-option", range: range,
            message: "The option '\(option)' is secret and cannot be read by screens",
            fix: "Use it in requests, with 'auth' in 'service.json'"))
      }
      if name == "widget", let known = configuration.widgetKeys, let key, !known.contains(key) {
        add(.error, "unknown-property", range, "'widget' has no '\(key)'", near: key, in: known)
      }
      if name == "strings", let stringKeys = configuration.stringKeys,
        case .key(let text)? = path.nodes.dropFirst().first,
        !stringKeys.contains(text)
      {
        add(.error, "unknown-string", range, "The widget has no text '\(text)'", near: text, in: stringKeys)
      }
    }
    for name in template.operationNames.sorted() where !configuration.operations.contains(name) {
      add(.error, "unknown-operation", range, "Unknown operation '\(name)'", near: name, in: configuration.operations)
    }
    for (key, count) in template.textCalls {
      guard let needed = configuration.textArguments(key), count < needed else { continue }
      add(
        Diagnostic(
          .warning, rule: "operation-argument", range: range,
          message: "The text '\(key)' takes \(needed) argument\(needed == 1 ? "" : "s"), found \(count)"))
    }
    for name in template.transformerNames.sorted() { checkReference(name, .transformer, at: range) }
    for reading in template.elementReadings { recordElements(reading, range: range) }
    // Positions are relative to the arguments.
    for problem in template.argumentProblems { add(problem.withRange(range)) }
  }

  /// Decodes the value of a property and checks that the property exists, is writable, has the right type, and refers
  /// to existing names.
  ///
  /// - Parameter owner: The owner of the property for messages, such as `'text'`.
  package func assignment<Owner>(
    _ member: JSONMember, to property: Property<Owner>, of owner: String
  ) -> PropertyAssignment<Owner>? {
    guard let prepare = property.prepare else {
      add(
        "read-only-attribute", member.nameRange, "Attribute '\(member.name)' of '\(owner)' is read-only",
        fix: property.name == "identifier" ? "Replace '\(member.name)' with 'id'" : nil)
      return nil
    }
    var dynamic = dynamicValue(member.value)
    guard let value = dynamic.literal else {
      checkHost(of: member.value, property.type)
      guard checkResult(of: dynamic, fits: property.type, member, of: "'\(owner)'") else { return nil }
      if property.type == .itemSource, case .template(let template) = dynamic, let path = template.path {
        recordItems(at: path, range: member.value.range)
      }
      if property.type == .predicate, case .template(let template) = dynamic {
        do {
          guard let predicate = try PredicateTemplate(template) else {
            return PropertyAssignment(property, .dynamic(dynamic))
          }
          dynamic = .predicate(predicate, paths: template.paths)
        } catch {
          // Positions are relative to the format with its variables.
          add(error.withRange(member.value.range))
          return nil
        }
      }
      return PropertyAssignment(property, .dynamic(dynamic))
    }
    guard checkLiteral(value, fits: property.type, member, of: "'\(owner)'") else { return nil }
    do {
      return PropertyAssignment(property, .write(try prepare(value)))
    } catch {
      if let problem = error.problem {
        add(problem.within(text: member.value.range))
      } else {
        complain(about: value, member, of: "'\(owner)'", expected: error.expected, property.type)
      }
      return nil
    }
  }

  /// Decodes an attribute that is stored as a value, such as an attribute of an action.
  package func value(_ member: JSONMember, ofType type: PropertyType, of owner: String) -> DynamicValue? {
    let dynamic = dynamicValue(member.value)
    guard let value = dynamic.literal else {
      checkHost(of: member.value, type)
      return checkResult(of: dynamic, fits: type, member, of: owner) ? dynamic : nil
    }
    return checkLiteral(value, fits: type, member, of: owner) ? dynamic : nil
  }

  /// Checks the host of an address whose end is dynamic.
  private func checkHost(of node: JSONNode, _ type: PropertyType) {
    // Most values are not addresses, which the prefix rules out faster than the pattern.
    guard type.takesAddresses, let whole = node.string, case let text = type.withoutSiteIcon(whole),
      text.hasPrefix("http"),
      let host = text.prefixMatch(of: /(https?:\/\/[^\/?#@{]+)[\/?#]/)?.1
    else { return }
    checkHost(of: String(host) + "/", shownAs: host, type, at: node.range)
  }

  private func checkHost(of address: String, shownAs text: Substring, _ type: PropertyType, at range: SourceRange) {
    guard type.takesAddresses, configuration.allowsAddress?(address) == false,
      type == .address || !configuration.allowsAnyPicture
    else { return }
    add(
      "host-not-allowed", range, "The manifest does not list the host of '\(text)'",
      fix: "Add the host to 'hosts' in 'widget.json', with its port unless it is the default")
  }

  /// Returns whether a literal is valid for a type, including the names that it refers to.
  private func checkLiteral(_ value: Value, fits type: PropertyType, _ member: JSONMember, of owner: String) -> Bool {
    let range = member.value.range
    if let expected = type.mismatch(with: value) {
      complain(about: value, member, of: owner, expected: expected, type)
      return false
    }
    guard let text = value.string.map(type.withoutSiteIcon) else { return true }
    let isRelative = configuration.hasBase && text.hasPrefix("/") && type.takesAddresses
    let isAddress = isRelative || text.hasPrefix("https://") || text.hasPrefix("http://")
    if isAddress, !isRelative { checkHost(of: text, shownAs: text.prefix(100), type, at: range) }
    switch type {
    case .reference(let kind): checkReference(text, kind, at: range)
    case .itemSource: checkName(text, at: range)
    case .color where ColorComponents(text, in: .light) == nil:
      add(
        .error, "attribute-type", range, "'\(text)' is not a colour", near: text,
        in: SemanticColor.allCases.map(\.rawValue))
      return false
    case .icon where !text.isEmpty && IconNames.scalar(named: text) == nil:
      add(
        "unknown-icon", wordRange(of: text, in: range), "The icon '\(text.prefix(60))' does not exist",
        fix: nearMiss(text, in: IconNames.all) ?? "Names are those of Material Design Icons 1.6")
    case .imageSource where !isAddress && !text.isEmpty: checkReference(text, .image, at: range)
    case .imageURL where !isAddress:
      let isName = references[.image]?.contains(text) == true
      add(
        "image-address", range, "The address of an image begins with 'https://' or 'http://', found '\(text)'",
        fix: isName ? "Use 'image' for pictures of the bundle" : nil)
    case .address where !isAddress:
      add("address", range, "An address begins with 'https://' or 'http://', found '\(text.prefix(100))'")
    case .condition:
      let name = member.name
      add(
        Diagnostic(
          .warning, rule: "literal-condition", range: range,
          message: "The text of '\(name)' is constant, so the condition is always true",
          fix: "Write '@{\(text.prefix(40))}'"))
    case .path:
      do {
        _ = try ContextPath(text)
      } catch {
        add(error.within(text: range))
        return false
      }
    default: break
    }
    return true
  }

  private func complain(
    about value: Value, _ member: JSONMember, of owner: String, expected: String, _ type: PropertyType
  ) {
    var fix: String?
    if case .choice(let names) = type, let text = value.string { fix = nearMiss(text, in: names) }
    add(
      "attribute-type", value.string.map { wordRange(of: $0, in: member.value.range) } ?? member.value.range,
      "Attribute '\(member.name)' of \(owner) takes \(expected), found "
        + (value.string.map { "'\($0.prefix(60))'" } ?? value.typeName), fix: fix)
  }

  /// Checks the texts that an expression can result in if names are expected, as in `@{late ? 'alert' : 'check'}`.
  private func checkLiteralResults(
    of template: Template, fit type: PropertyType, _ member: JSONMember, of owner: String
  ) -> Bool {
    switch type {
    case .icon, .color, .choice, .imageSource, .reference: break
    default: return true
    }
    // A limit that exceeds any handwritten choice.
    return template.literalResults.prefix(32).allSatisfy { text in
      var choice = member
      choice.value = JSONNode(.string(text), range: member.value.range)
      return text.isEmpty || checkLiteral(.string(text), fits: type, choice, of: owner)
    }
  }

  /// Checks the type of an expression's result as far as it is known.
  private func checkResult(
    of dynamic: DynamicValue, fits type: PropertyType, _ member: JSONMember, of owner: String
  ) -> Bool {
    let found: String
    switch dynamic {
    case .template(let template):
      guard !type.accepts(template.resultType) else {
        return checkLiteralResults(of: template, fit: type, member, of: owner)
      }
      found = template.resultType.name
    case .predicate: return true
    case .list where ![.any, .condition, .list, .strings, .itemSource].contains(type): found = "a list"
    case .object where ![.any, .condition, .object].contains(type): found = "an object"
    default: return true
    }
    add(
      "expression-type", member.value.range,
      "Attribute '\(member.name)' of \(owner) takes \(type.name), but the expression gives \(found)")
    return false
  }
}

extension PropertyType {
  /// Returns whether a result of an expression may be valid for this type.
  fileprivate func accepts(_ result: TemplateResultType) -> Bool {
    switch (self, result) {
    case (.any, _), (.condition, _), (_, .any), (_, .null): true
    case (.string, .text), (.string, .number): true
    case (.scalar, .text), (.scalar, .number), (.scalar, .bool): true
    case (.number, .number), (.number, .bool): true
    case (.bool, .bool), (.bool, .number): true
    case (.choice, .text), (.color, .text), (.predicate, .text), (.sortFields, .text), (.path, .text): true
    case (.imageURL, .text), (.address, .text), (.imageSource, .text), (.icon, .text): true
    case (.reference, .text): true
    case (.strings, .list), (.list, .list): true
    // A text is the name of a provider.
    case (.itemSource, .list), (.itemSource, .text): true
    default: false
    }
  }
}

extension TemplateResultType {
  fileprivate var name: String {
    switch self {
    case .any: "any value"
    case .text: "text"
    case .number: "a number"
    case .bool: "true or false"
    case .list: "a list"
    case .null: "nothing"
    }
  }
}

extension JSONNode {
  /// The value without positions and comments.
  package var valueWithoutComments: Value {
    switch content {
    case .array(let elements): .array(elements.map(\.valueWithoutComments))
    case .object(let members):
      .dictionary(
        Dictionary(
          members.filter { !$0.isComment }.map { ($0.name, $0.value.valueWithoutComments) }, uniquingKeysWith: { $1 }))
    default: value
    }
  }
}

extension PropertyType {
  /// Returns the address of the site if a text stands for its icon; otherwise the text.
  fileprivate func withoutSiteIcon(_ text: String) -> String {
    guard self == .imageURL || self == .imageSource else { return text }
    return SiteIconAddress.site(in: text) ?? text
  }

  /// Whether a text of this type can be an address.
  fileprivate var takesAddresses: Bool {
    switch self {
    case .address, .imageURL, .imageSource: true
    default: false
    }
  }
}
