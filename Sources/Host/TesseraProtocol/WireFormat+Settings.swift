package import TesseraBundles
import TesseraExpressions
package import TesseraValues

// The settings of tiles and of widgets that are added.
extension WireFormat {
  /// Encodes the options of a tile: `{"name", "options": [{"name", "type", "title", "value", …}]}`.
  ///
  /// The values of secret options are not sent; a client learns only whether they are set. Options whose condition is
  /// false have `isHidden`.
  package static func settings(_ options: [Manifest.Option], values: [String: Value], name: String) -> Value {
    var current = Dictionary(options.map { ($0.name, $0.default) }, uniquingKeysWith: { first, _ in first })
    for option in options {
      if let value = values[option.name], option.type.accepts(value) {
        current[option.name] = option.type.completed(value)
      }
    }
    return [
      "name": .string(name),
      "options": .array(options.map { value(of: $0, current, isSet: values[$0.name] != nil) }),
    ]
  }

  private static func value(of option: Manifest.Option, _ values: [String: Value], isSet: Bool) -> Value {
    var members = members(of: option)
    members["group"] = option.group.map(Value.string)
    if isSet { members["isSet"] = true }
    if option.isAsked { members["isAsked"] = true }
    if option.type.reachesHosts { members["isReached"] = true }
    if option.isSecret {
      members["isSecret"] = true
    } else {
      members["value"] = values[option.name]
    }
    if let condition = option.condition, !condition.evaluate(with: .dictionary(values)) { members["isHidden"] = true }
    return .dictionary(members)
  }

  /// Encodes what options and the fields of records have in common: name, title, help, unit and type.
  private static func members(of option: Manifest.Option) -> [String: Value] {
    var members = self.members(of: option.type)
    members["name"] = .string(option.name)
    members["title"] = .string(option.title)
    members["summary"] = option.summary.map(Value.string)
    members["unit"] = option.unit.map(Value.string)
    return members
  }

  /// Encodes a type as `type` and the members that describe its values.
  private static func members(of type: Manifest.OptionType) -> [String: Value] {
    func range(_ limits: ClosedRange<Double>?) -> Value? {
      limits.map { [.double($0.lowerBound), .double($0.upperBound)] }
    }
    var members: [String: Value] = [:]
    switch type {
    case .string: members["type"] = "string"
    case .bool: members["type"] = "bool"
    case .color: members["type"] = "color"
    case .date: members["type"] = "date"
    case .time: members["type"] = "time"
    case .timeZone: members["type"] = "timeZone"
    case .icon: members["type"] = "icon"
    case .place: members["type"] = "place"
    case .url: members["type"] = "url"
    case .number(let limits):
      members["type"] = "number"
      members["range"] = range(limits)
    case .range(let limits):
      members["type"] = "range"
      members["range"] = range(limits)
    case .choice(let choices):
      members["type"] = "choice"
      members["choices"] = .array(choices.map { ["value": .string($0.value), "title": .string($0.title)] })
    case .record(let fields):
      members["type"] = "record"
      members["fields"] = .array(fields.map(value(ofField:)))
    case .list(let element, let count):
      members["type"] = "list"
      members["element"] = .dictionary(self.members(of: element))
      members["count"] = [.integer(Int64(count.lowerBound)), .integer(Int64(count.upperBound))]
    }
    return members
  }

  private static func value(ofField field: Manifest.Option) -> Value {
    var members = members(of: field)
    members["default"] = field.default
    if field.isRequired { members["isRequired"] = true }
    return .dictionary(members)
  }
}
