import TesseraExpressions
package import TesseraValues

/// A value that an action sets on imported objects, parsed into placeholders.
enum SetTemplate: Sendable, Hashable {
  /// A text that is one placeholder. It stands for the value as it is, such as a number.
  case placeholder(ValuePath)
  /// Any other value. Placeholders stand for texts.
  case tree(RequestTemplate)

  init(_ value: Value) {
    let path = value.string.flatMap { TextTemplate($0, syntax: .parameter).soleKeyPath }
    self = path.map(SetTemplate.placeholder) ?? .tree(RequestTemplate(value))
  }

  /// Whether the value differs between the elements of a list: it reads them, and not only their places.
  fileprivate var readsElement: Bool {
    switch self {
    case .placeholder(let path): OptionValues.name(in: path) == nil && path.keys.first != ForEach.indexKey
    case .tree(.text(let text)):
      text.parts.contains { part in
        if case .placeholder(let template) = part {
          template.keyPaths.contains { $0.keys.first != ForEach.indexKey }
        } else {
          false
        }
      }
    case .tree: false
    }
  }

  fileprivate var optionNames: [String] {
    switch self {
    case .placeholder(let path): OptionValues.name(in: path).map { [$0] } ?? []
    case .tree(let tree): tree.optionNames
    }
  }
}

extension [String: SetTemplate] {
  /// The names of the values that differ between the elements of a list, sorted.
  var namesReadingElements: [String] { filter(\.value.readsElement).keys.sorted() }
}

extension ServiceAction {
  /// Returns the values to set on the objects that a response contains.
  /// - Parameter object: The action's object, or that of a request for an element.
  package func valuesToSet(for object: Value, options: [String: Value]) throws(ServiceError) -> [String: Value] {
    var values: [String: Value] = [:]
    let options = OptionValues(options)
    var substitution = ParameterSubstitution(object: object, options: options)
    for (name, template) in setTemplates {
      switch template {
      case .placeholder(let path): values[name] = options.value(at: path, otherwise: object)
      case .tree(let tree): values[name] = try substitution.filled(tree)
      }
    }
    return values
  }

  /// The names of the options that placeholders of the action read.
  var optionNames: [String] {
    var names = headerTemplates.flatMap(\.text.optionNames) + parameterTree.optionNames
    if case .success(let template?) = url { names += template.optionNames }
    names += setTemplates.values.flatMap(\.optionNames)
    if let forEach { names += [forEach.optionName, forEach.limitOption].compactMap(\.self) }
    return names
  }
}
