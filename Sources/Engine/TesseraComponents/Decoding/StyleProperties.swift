import TesseraLayout

/// The properties of a `style` object.
package enum StyleProperties {
  /// The names of the appearance properties.
  package static let appearanceNames = [
    "backgroundColor", "backgroundGradient", "borderColor", "color", "cornerRadius", "fontSize", "fontStyle",
    "fontWeight", "lineHeight", "maximumLines", "opacity", "selectedBackgroundColor", "shadow", "textAlign",
    "textDecoration", "transform", "transition",
  ]

  /// The names of all properties.
  package static let names = Set(LayoutStyle.propertyNames + appearanceNames)

  /// Common alternative names, with the correct ones.
  static let synonyms = [
    "background": "backgroundColor", "gradient": "backgroundGradient", "backgroundimage": "backgroundGradient",
    "borderradius": "cornerRadius", "boxshadow": "shadow", "textcolor": "color",
    "numberoflines": "maximumLines", "zindex": "position", "alpha": "opacity", "animation": "transition",
    "underline": "textDecoration", "strikethrough": "textDecoration", "textdecorationline": "textDecoration",
    "flexflow": "flexWrap", "justify": "justifyContent", "align": "alignItems",
  ]
}
