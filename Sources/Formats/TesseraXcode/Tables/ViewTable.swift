/// What the views of UIKit and WidgetKit are in files of Xcode and in our documents: a row for each class, with its
/// component, and a row for each property, with its key in compiled nibs and its property or style.
package enum ViewTable {
  /// How the subviews of a component are placed.
  package enum Content: Sendable {
    /// It has none of its own.
    case none
    /// It is a box with constraints.
    case constraints
    /// It holds a box with constraints.
    case box
    /// It arranges them one after the other.
    case stack
  }

  package struct ClassRow: Sendable {
    package var className: String
    /// The class that it inherits from; `nil` for `UIView`.
    package var parent: String?
    /// The component that it is; `nil` for that of its parent, or, below `UIView`, if there is none.
    package var component: String?
    package var content: Content = .none
    /// The name of its element in Interface Builder's documents; `nil` if that is the rule: `label` for `UILabel`.
    package var element: String?
  }

  /// What becomes of a property.
  package enum Target: Sendable {
    case property(String)
    /// A property that is true if this one is false.
    case opposite(String)
    case style(String)
    /// Nothing corresponds to it, and nothing is lost: our components behave so anyway, or the platform decides.
    case ignored
    /// Nothing corresponds to it: the text says what would be needed.
    case missing(String)
    /// The translation of the component handles it together with others.
    case translatedByCode
  }

  /// What the value of a property is.
  package enum Kind: Sendable {
    case boolean
    /// A flag, of which compiled nibs have the opposite.
    case inverted
    case number
    case text
    case color
    case font
    case image
    /// A word, for which compiled nibs have a number, and our documents a word of ours.
    case words([Int64: String], ours: [String: String] = [:])
    /// A priority, of which compiled nibs have two: `{251, 750}`. It is the first or the second of them.
    case priority(Int)
    /// The list of texts of segments.
    case segments
    /// Top, left, bottom, right.
    case insets
    /// Width and height.
    case size
  }

  /// A property of a class and its subclasses.
  package struct PropertyRow: Sendable {
    package var className: String
    /// The name of the property in Interface Builder's documents.
    package var name: String
    /// The key in compiled nibs, as Interface Builder writes it; `nil` if it has none, or one that needs code.
    package var key: String?
    package var kind: Kind
    package var target: Target
  }

  /// A component, and the class that has it.
  package struct Component: Sendable {
    package var className: String
    package var name: String
    package var content: Content
  }

  // MARK: Classes

  private static let classesByName = Dictionary(classes.map { ($0.className, $0) }, uniquingKeysWith: { $1 })

  private static let lineages = classesByName.mapValues { row in
    var line = [row.className]
    while let parent = classesByName[line[line.count - 1]]?.parent { line.append(parent) }
    return line
  }

  /// Returns the class and those that it inherits from, nearest first. An unknown class is taken for a view.
  package static func lineage(of className: String) -> [String] { lineages[className] ?? [className, "UIView"] }

  /// Returns the component of a class: that of the class that replaces it at run time, else that of the nearest class
  /// that it inherits from.
  package static func component(of className: StoryboardClassName) -> Component? {
    if let custom = className.custom, let component = ownComponent(of: custom) { return component }
    return lineage(of: className.base).lazy.compactMap { ownComponent(of: $0) }.first
  }

  private static func ownComponent(of className: String) -> Component? {
    classesByName[className].flatMap { row in
      row.component.map { Component(className: className, name: $0, content: row.content) }
    }
  }

  private static let classesByElement = Dictionary(
    classes.compactMap { row in row.element.map { ($0, row.className) } }, uniquingKeysWith: { $1 })

  /// Returns the class of an element of Interface Builder's documents: `UILabel` of `label`.
  package static func className(ofElement element: String) -> String {
    classesByElement[element] ?? "UI" + element.prefix(1).uppercased() + element.dropFirst()
  }

  // MARK: Properties

  private static let propertiesByName = Dictionary(grouping: properties, by: \.name)
  private static let compiledProperties = Dictionary(grouping: properties.filter { $0.key != nil }, by: \.className)

  /// Returns the row of a property, of the class nearest to that of the view.
  package static func row(of property: String, in className: String) -> PropertyRow? {
    guard let rows = propertiesByName[property] else { return nil }
    return lineage(of: className).lazy.compactMap { name in rows.first { $0.className == name } }.first
  }

  /// Returns the rows with keys of a class and of those that it inherits from.
  package static func compiledRows(of className: String) -> [PropertyRow] {
    lineage(of: className).flatMap { compiledProperties[$0] ?? [] }
  }
}
