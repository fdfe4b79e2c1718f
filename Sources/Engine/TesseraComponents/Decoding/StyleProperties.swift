import TesseraLayout

/// The properties of `style`.
package enum StyleProperties {
  /// The names of properties that say how a view is painted.
  package static let appearanceNames = [
    "backgroundColor", "backgroundGradient", "borderColor", "color", "cornerRadius", "fontSize", "fontStyle",
    "fontWeight", "lineHeight",
    "maximumLines", "opacity", "shadow", "textAlign", "textDecoration", "transform", "transition",
  ]

  /// All names.
  package static let names = Set(LayoutStyle.propertyNames + appearanceNames)

  /// What authors write out of habit, and what it is called here.
  static let synonyms = [
    "background": "backgroundColor", "gradient": "backgroundGradient", "backgroundimage": "backgroundGradient",
    "borderradius": "cornerRadius", "boxshadow": "shadow", "textcolor": "color",
    "numberoflines": "maximumLines", "zindex": "position", "alpha": "opacity", "animation": "transition",
    "underline": "textDecoration", "strikethrough": "textDecoration", "textdecorationline": "textDecoration",
    "flexflow": "flexWrap", "justify": "justifyContent", "align": "alignItems",
  ]
}
