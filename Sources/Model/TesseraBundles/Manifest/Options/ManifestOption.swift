package import TesseraExpressions
package import TesseraValues

extension Manifest {
  /// An option that a person can set for a placed widget.
  package struct Option: Sendable, Hashable {
    /// The key under which screens and services access the value.
    package var name: String
    /// The type of the value.
    package var type: OptionType
    /// The value until the person sets one.
    package var `default`: Value
    /// The label in the settings. Defaults to the name.
    package var title: String
    /// A one-sentence help text.
    package var summary: String?
    /// The heading of the group that contains the option.
    package var group: String?
    /// The condition on the values of other options under which the option applies, or nil if it always applies. Forms
    /// hide the option while the condition is false.
    package var condition: ValuePredicate?
    /// Whether forms conceal the value, as for a password.
    package var isSecret: Bool
    /// The unit of a number, such as `minutes`.
    package var unit: String?
    /// Whether the option is asked for before the widget is added to a board.
    package var isAsked = false
    /// Whether a field of a record needs a value that is not empty. False for options.
    package var isRequired = false

    /// Creates an option.
    package init(
      name: String, type: OptionType, default value: Value, title: String? = nil, summary: String? = nil,
      group: String? = nil, condition: ValuePredicate? = nil, isSecret: Bool = false, unit: String? = nil
    ) {
      self.name = name
      self.type = type
      self.default = value
      self.title = title ?? name
      self.summary = summary
      self.group = group
      self.condition = condition
      self.isSecret = isSecret
      self.unit = unit
    }
  }

  /// The type of an option's values.
  package indirect enum OptionType: Sendable, Hashable {
    /// Text.
    case string
    /// True or false.
    case bool
    /// A number, optionally within a range.
    case number(ClosedRange<Double>?)
    /// One of several named values.
    case choice([Choice])
    /// A colour: `#rrggbb` or the name of a semantic colour.
    case color
    /// The address of a site, which begins with `http://` or `https://`; empty if there is none. If it grants access, the
    /// widget may contact the address's host, because a person typed it.
    case url(grantsAccess: Bool)
    /// A day as `2026-03-29`; empty if there is none.
    case date
    /// A time of day as `07:30`; empty if there is none.
    case time
    /// The identifier of a time zone, such as `Europe/Berlin`; empty for the one of the host.
    case timeZone
    /// The name of an icon, such as `home`; empty if there is none. Which names there are, hosts know.
    case icon
    /// A place on Earth: an object with `name`, and `latitude` and `longitude` in degrees.
    case place
    /// A list of two numbers, the smaller first, optionally within limits.
    case range(ClosedRange<Double>?)
    /// An object with a value for each field. Fields are neither lists nor records.
    case record([Option])
    /// A list of elements of one type, with the allowed numbers of elements. The type is not a list.
    case list(of: OptionType, count: ClosedRange<Int>)
  }

  /// A value of a choice, with its display name.
  package struct Choice: Sendable, Hashable {
    /// The value.
    package var value: String
    /// The display name. Defaults to the value.
    package var title: String

    /// Creates a choice.
    package init(value: String, title: String? = nil) {
      self.value = value
      self.title = title ?? value
    }
  }
}
