import Foundation
import TesseraText
package import TesseraValues

extension Manifest.OptionType {
  /// The maximum number of elements of an option's list. A manifest cannot allow more.
  package static let maximumElements = 500
  /// The number of elements that a list takes if the manifest does not say.
  static let usualCount = 0...100

  /// Returns whether an option of this type accepts a value.
  ///
  /// A record may lack fields that are not required, and have others, because versions of a widget differ in them; see
  /// ``completed(_:)``.
  package func accepts(_ value: Value) -> Bool {
    switch (self, value) {
    case (.string, .string), (.bool, .bool): true
    case (.number(let range), .integer), (.number(let range), .double):
      value.number.map { $0.isFinite && (range?.contains($0) ?? true) } ?? false
    case (.choice(let choices), .string(let text)): choices.contains { $0.value == text }
    case (.color, .string(let text)): Self.isColor(text)
    case (.url, .string(let text)): text.isEmpty || Self.host(ofAddress: text) != nil
    case (.date, .string(let text)): text.isEmpty || Self.isDate(text)
    case (.time, .string(let text)): text.isEmpty || Self.isTime(text)
    case (.timeZone, .string(let text)): text.isEmpty || TimeZone(identifier: text) != nil
    case (.icon, .string(let text)): text.wholeMatch(of: /[a-z0-9-]{0,60}/) != nil
    case (.place, .dictionary(let members)): Self.isPlace(members)
    case (.range(let limits), .array(let bounds)): Self.isRange(bounds, within: limits)
    case (.record(let fields), .dictionary(let members)): fields.allSatisfy { $0.isField(members[$0.name]) }
    case (.list(let element, let count), .array(let elements)):
      count.contains(elements.count) && elements.allSatisfy { element.accepts($0) && $0 != "" }
    default: false
    }
  }

  /// Returns an accepted value in which records have all their fields, and no others.
  package func completed(_ value: Value) -> Value {
    switch (self, value) {
    case (.record(let fields), .dictionary(let members)):
      .dictionary(
        Dictionary(
          fields.map { ($0.name, $0.type.completed(members[$0.name] ?? $0.default)) }, uniquingKeysWith: { $1 }))
    case (.list(let element, _), .array(let elements)): .array(elements.map(element.completed))
    default: value
    }
  }

  /// The hosts that a person lets the widget contact by a value: those of its addresses that are reached.
  package func reachedHosts(of value: Value) -> [HostPattern] { reachedAddresses(of: value).compactMap(Self.host) }

  private func reachedAddresses(of value: Value) -> [String] {
    switch (self, value) {
    case (.url(grantsAccess: true), .string(let text)): [text]
    case (.record(let fields), .dictionary(let members)):
      fields.flatMap { $0.type.reachedAddresses(of: members[$0.name] ?? .null) }
    case (.list(let element, _), .array(let elements)): elements.flatMap(element.reachedAddresses)
    default: []
    }
  }

  /// Those of the hosts that are reached by `https`, on this machine's network or elsewhere.
  package func hostsReachedByHTTPS(of value: Value) -> [HostPattern] {
    reachedAddresses(of: value).filter { $0.lowercased().hasPrefix("https://") }.compactMap(Self.host)
      .filter { $0.hostName.flatMap(LocalSourceHost.name) == nil }
  }

  /// Whether values of this type can name hosts that the widget contacts.
  package var reachesHosts: Bool {
    switch self {
    case .url(let grantsAccess): grantsAccess
    case .record(let fields): fields.contains { $0.type.reachesHosts }
    case .list(let element, _): element.reachesHosts
    default: false
    }
  }

  /// The default value of an option whose declaration has none.
  var fallback: Value {
    switch self {
    case .string, .url, .date, .time, .timeZone, .icon: ""
    case .bool: false
    case .number(let range): .double(range.map { min(max(0, $0.lowerBound), $0.upperBound) } ?? 0)
    case .choice(let choices): choices.first.map { .string($0.value) } ?? .null
    case .color: "accent"
    case .place: ["name": "", "latitude": 0, "longitude": 0]
    case .range(let limits): [.double(limits?.lowerBound ?? 0), .double(limits?.upperBound ?? 0)]
    case .record: completed([:])
    case .list: []
    }
  }

  /// Whether values are objects or lists, which are written as JSON where others are text.
  private var isComposed: Bool {
    switch self {
    case .place, .range, .record, .list: true
    default: false
    }
  }

  /// Parses a value from a command-line argument. Returns nil if the option does not accept it.
  package func value(of text: String) -> Value? {
    let value: Value =
      switch self {
      case .number: Int64(text).map(Value.integer) ?? Double(text).map(Value.double) ?? .null
      case .bool: ["true": true, "false": false][text] ?? .null
      case _ where isComposed: (try? Value.parseJSON(Array(text.utf8))) ?? .null
      default: .string(text)
      }
    // A bare `nil` would become the null value.
    return accepts(value) ? Optional(value) : Optional.none
  }

  /// A description of the accepted values.
  package var expectation: String {
    switch self {
    case .string: "text"
    case .bool: "true or false"
    case .number(nil): "a number"
    case .number(let range?): "a number from \(Self.words(of: range))"
    case .choice(let choices): "one of " + choices.map { "'\($0.value)'" }.joined(separator: ", ")
    case .color: "a colour such as '#1f5fd6' or 'accent'"
    case .url: "an address such as 'https://example.org/feed'"
    case .date: "a date such as '2026-03-29'"
    case .time: "a time such as '07:30'"
    case .timeZone: "a time zone such as 'Europe/Berlin'"
    case .icon: "the name of an icon such as 'home'"
    case .place: #"a place such as {"name": "Berlin", "latitude": 52.5, "longitude": 13.4}"#
    case .range(nil): "a list of two numbers, the smaller first"
    case .range(let limits?): "a list of two numbers from \(Self.words(of: limits)), the smaller first"
    case .record(let fields):
      "an object with " + fields.map { "'\($0.name)' (\($0.type.expectation))" }.joined(separator: ", ")
    case .list(let element, let count):
      "a list of \(count.lowerBound) to \(count.upperBound) elements, each \(element.expectation)"
    }
  }

  private static func words(of range: ClosedRange<Double>) -> String {
    "\(Value.double(range.lowerBound)) to \(Value.double(range.upperBound))"
  }

  func suggestion(for value: Value) -> String? {
    guard case .choice(let choices) = self, let text = value.string else { return nil }
    return SpellingSuggestion.fix(for: text, in: choices.map(\.value))
  }

  // MARK: Forms of texts

  /// Returns whether the text is `#` followed by 3, 4, 6 or 8 hexadecimal digits, or a colour name. The host decides
  /// which names exist.
  private static func isColor(_ text: String) -> Bool {
    guard text.hasPrefix("#") else { return !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isLetter } }
    let digits = text.dropFirst()
    return [3, 4, 6, 8].contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// The host of an address that can be requested; nil for any other text.
  private static func host(ofAddress text: String) -> HostPattern? {
    guard text.utf8.count <= 8_192, !text.contains(where: \.isWhitespace), !text.contains("\\"),
      let authority = HostAuthority(ofAddress: DomainName.inASCII(address: text))
    else { return nil }
    let port = authority.port.map { ":\($0)" } ?? ""
    return try? HostPattern(parsing: HostAuthority.inBrackets(authority.host) + port)
  }

  private static func isDate(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/), let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3)
    else { return false }
    return GregorianDay(year: year, month: month, day: day).isValid
  }

  private static func isTime(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /([0-9]{2}):([0-9]{2})/), let hour = Int(match.1), let minute = Int(match.2)
    else { return false }
    return hour < 24 && minute < 60
  }

  private static func isPlace(_ members: [String: Value]) -> Bool {
    guard members["name"]?.string != nil, let latitude = members["latitude"]?.number,
      let longitude = members["longitude"]?.number
    else { return false }
    return abs(latitude) <= 90 && abs(longitude) <= 180
  }

  private static func isRange(_ bounds: [Value], within limits: ClosedRange<Double>?) -> Bool {
    guard bounds.count == 2, let low = bounds[0].number, let high = bounds[1].number, low.isFinite, high.isFinite
    else { return false }
    return low <= high && (limits.map { $0.contains(low) && $0.contains(high) } ?? true)
  }
}

extension Manifest {
  /// The hosts that a person lets the widget contact by the values of its options, or that its defaults name.
  /// - Parameter values: The values by name. An option without one has its default.
  package func reachedHosts(in values: [String: Value]) -> [HostPattern] {
    options.flatMap { $0.type.reachedHosts(of: values[$0.name] ?? $0.default) }
  }
}

extension Manifest {
  /// Those of ``reachedHosts(in:)`` that are reached by `https`, except sources of this machine.
  package func hostsReachedByHTTPS(in values: [String: Value]) -> [HostPattern] {
    options.flatMap { $0.type.hostsReachedByHTTPS(of: values[$0.name] ?? $0.default) }
  }
}

extension Manifest.Option {
  /// Returns whether a record can have a value, or none, for this field.
  fileprivate func isField(_ value: Value?) -> Bool {
    guard let value else { return !isRequired }
    return type.accepts(value) && !(isRequired && value == "")
  }
}
