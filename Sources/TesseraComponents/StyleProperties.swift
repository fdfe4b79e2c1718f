/// The properties of `style` that are not layout's.
public enum StyleProperties {
  /// The names of properties that say how a view is painted.
  public static let appearanceNames = [
    "backgroundColor", "borderColor", "color", "cornerRadius", "fontSize", "fontStyle", "fontWeight", "lineHeight",
    "maximumLines", "opacity", "shadow", "textAlign",
  ]
}
