/// What runtime attributes are in our documents.
package enum AttributeTable {
  package enum Target: Sendable {
    case property(String)
    case style(String)
    /// A property that is a size: a width and a height.
    case size(String)
    /// Whether what is inside the view ends at its edges.
    case clipping
    /// The identifier by which schemes refer to the view.
    case identifier
    /// A binding: what stands between the braces of a JSON object.
    case binding
    case ignored
  }

  /// The key paths that set something.
  package static var keyPaths: [String] { targets.keys.sorted() + passed.sorted() }

  /// Returns what a key path sets; `nil` if nothing corresponds to it.
  package static func target(of keyPath: String) -> Target? {
    if let target = targets[keyPath] { return target }
    if passed.contains(keyPath) { return .property(keyPath) }
    return nil
  }

  private static let targets: [String: Target] = [
    "wx.identifier": .identifier, "wx_identifier": .identifier,
    "wx.addBinding": .binding, "wx_addBinding": .binding,
    "wx.name": .property("name"), "wx_fieldName": .property("name"),
    "cornerRadius": .style("cornerRadius"), "layer.cornerRadius": .style("cornerRadius"),
    "borderWidth": .style("borderWidth"), "layer.borderWidth": .style("borderWidth"),
    "borderColor": .style("borderColor"), "layer.borderColor": .style("borderColor"),
    "layer.borderUIColor": .style("borderColor"),
    "layer.shadowRadius": .property("shadowRadius"), "layer.shadowOpacity": .property("shadowOpacity"),
    "layer.shadowOffset": .size("shadowOffset"), "shadowOffset": .size("shadowOffset"),
    "layer.masksToBounds": .clipping, "clipsToBounds": .clipping,
    "wx.layoutHint.maxWidth": .property("layoutHint.maxWidth"),
    "wx.layoutHint.minHeight": .property("layoutHint.minHeight"),
    "wx.layoutHint.maxHeight": .property("layoutHint.maxHeight"),
    // Distances for the measuring of rows in advance, which is not needed here.
    "wx.layoutHint.top": .ignored, "wx.layoutHint.bottom": .ignored, "wx.layoutHint.left": .ignored,
    "wx.layoutHint.right": .ignored,
    "wx_value": .property("value"), "wx_visible": .property("visible"), "wx_disabled": .property("disabled"),
    "wx_readOnly": .property("readOnly"), "wx_imageName": .property("image"), "wx_imageUrl": .property("url"),
    "wx_autoValue": .property("value"),
  ]

  /// Attributes that WidgetKit's views have under the same names here.
  private static let passed: Set = [
    "draggable", "selectable", "activeColor", "inactiveColor", "widgetIdentifier", "autoload", "resourceName",
    "downloadUrl", "entryPoint", "scaled", "margins", "headerHeight", "resultInfoValueKey", "autoUpload",
    "imageCompression", "dublicateKeyPolicy", "text", "standardShadow", "unveilAlpha", "shadowRadius", "shadowOpacity",
    "tag", "accessibilityLabel", "accessibilityHint",
  ]
}
