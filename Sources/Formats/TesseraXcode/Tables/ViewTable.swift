/// What the views of UIKit and WidgetKit are in our documents: a component for each class, and a property or a style
/// for each property.
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

  /// What becomes of a property.
  package enum Target: Sendable {
    case property(String)
    case style(String)
    /// Nothing corresponds to it, and nothing is lost: our components behave so anyway, or the platform decides.
    case ignored
    /// Nothing corresponds to it: the text says what would be needed.
    case missing(String)
    /// The translation of the component handles it together with others.
    case handled
  }

  /// How a value is written.
  package enum Conversion: Sendable {
    case plain
    case color
    case inverted
    case words([String: String])
    /// A font: its size and weight.
    case font
  }

  package struct ClassRow: Sendable {
    package var className: String
    package var component: String
    package var content: Content = .none
  }

  package struct PropertyRow: Sendable {
    package var className: String
    package var property: String
    package var target: Target
    package var conversion: Conversion = .plain
  }

  /// Returns the row of a class: that of the class that replaces it at run time, else that of the nearest known class
  /// that it inherits from.
  package static func row(of className: StoryboardClassName) -> ClassRow? {
    if let custom = className.custom, let row = classesByName[custom] { return row }
    return UIKitClassTree.lineage(of: className.base).lazy.compactMap { classesByName[$0] }.first
  }

  private static let classesByName = Dictionary(classes.map { ($0.className, $0) }, uniquingKeysWith: { $1 })
  private static let propertiesByName = Dictionary(grouping: properties, by: \.property)

  /// Returns the row of a property, of the class nearest to that of the view.
  package static func row(of property: String, in className: String) -> PropertyRow? {
    guard let rows = propertiesByName[property] else { return nil }
    return UIKitClassTree.lineage(of: className).lazy.compactMap { name in rows.first { $0.className == name } }.first
  }

  private static func row(_ name: String, _ component: String, _ content: Content = .none) -> ClassRow {
    ClassRow(className: name, component: component, content: content)
  }

  package static let classes: [ClassRow] = [
    row("UIView", "container", .constraints),
    row("UIControl", "container", .constraints),
    row("UILabel", "text"),
    row("UIButton", "button"),
    row("UIImageView", "image"),
    row("UITextView", "textArea"),
    row("UITextField", "textInput"),
    row("UISearchBar", "searchBar"),
    row("UITableView", "table"),
    row("UICollectionView", "collectionView"),
    row("UITableViewCell", "container", .constraints),
    row("UICollectionReusableView", "container", .constraints),
    row("UIActivityIndicatorView", "activityIndicator"),
    row("UISwitch", "switch"),
    row("UISlider", "slider"),
    row("UIStepper", "stepper"),
    row("UISegmentedControl", "segmented"),
    row("UIProgressView", "progress"),
    row("UIPageControl", "pageIndicator"),
    row("UIDatePicker", "datePicker"),
    row("UIPickerView", "select"),
    row("UIScrollView", "scroll", .box),
    row("UIStackView", "container", .stack),
    row("UIWebView", "webView"),
    row("WKWebView", "webView"),
    row("UIVisualEffectView", "container", .constraints),
    // WidgetKit's own.
    row("ContentDisplayView", "contentDisplayView", .box),
    row("FormDisplayView", "form", .box),
    row("ContainerView", "containerView", .box),
    row("WidgetView", "widgetView", .box),
    row("TextInputView", "textInputView", .box),
    row("MediaUploadFormView", "mediaUploadFormView", .box),
    row("UploadContainerView", "uploadContainerView", .box),
  ]

  private static func row(
    _ name: String, _ property: String, _ target: Target, _ conversion: Conversion = .plain
  ) -> PropertyRow {
    PropertyRow(className: name, property: property, target: target, conversion: conversion)
  }

  private static let alignments = ["left": "left", "center": "center", "right": "right", "natural": "start"]
  private static let keyboards = [
    "numberPad": "digits", "decimalPad": "number", "phonePad": "telephone", "emailAddress": "email", "URL": "url",
    "numbersAndPunctuation": "text", "default": "text",
  ]

  package static let properties: [PropertyRow] =
    viewProperties + textProperties + fieldProperties + scrollProperties + controlProperties

  /// What becomes of texts whose parts look different.
  private static let attributedText = Target.missing(
    "a text whose parts look different; here, all of it looks like the first part")

  private static let viewProperties: [PropertyRow] = [
    row("UIView", "hidden", .property("hidden")),
    row("UIView", "backgroundColor", .style("backgroundColor"), .color),
    row("UIView", "alpha", .style("opacity")),
    row("UIView", "tag", .property("tag")),
    row("UIView", "tintColor", .handled),
    row("UIView", "clipsSubviews", .handled),
    // Without a reaction of their own, views here let presses through to those behind them.
    row("UIView", "userInteractionEnabled", .ignored),
    row("UIView", "contentMode", .ignored),
    row("UIView", "reuseIdentifier", .ignored),
    row("UIView", "horizontalHuggingPriority", .property("horizontalHuggingPriority")),
    row("UIView", "verticalHuggingPriority", .property("verticalHuggingPriority")),
    row("UIView", "horizontalCompressionResistancePriority", .property("horizontalCompressionResistancePriority")),
    row("UIView", "verticalCompressionResistancePriority", .property("verticalCompressionResistancePriority")),
    row(
      "UIView", "semanticContentAttribute", .style("direction"),
      .words(["forceLeftToRight": "ltr", "forceRightToLeft": "rtl"])),
    row("UIControl", "enabled", .property("disabled"), .inverted),
    row("UIControl", "selected", .missing("a state 'selected' of controls")),
    row(
      "UIImageView", "contentMode", .property("contentMode"),
      .words([
        "scaleToFill": "scaleToFill", "scaleAspectFit": "aspectFit", "scaleAspectFill": "aspectFill",
        "center": "center",
      ])),
    row("UIImageView", "image", .property("image")),
    row("UIImageView", "highlightedImage", .ignored),
    row("UITableViewCell", "selectionStyle", .ignored),
    row("UITableViewCell", "accessoryType", .handled),
    row("UITableViewCell", "rowHeight", .handled),
    row("UITableViewCell", "separatorInset", .handled),
  ]

  private static let textProperties: [PropertyRow] = [
    row("UILabel", "text", .property("text")),
    row("UILabel", "fontDescription", .style("font"), .font),
    row("UILabel", "textColor", .style("color"), .color),
    row("UILabel", "textAlignment", .style("textAlign"), .words(alignments)),
    row("UILabel", "attributedText", attributedText),
    row("UILabel", "numberOfLines", .handled),
    row("UILabel", "lineBreakMode", .ignored),
    // The colour while the row is selected: see the background of selected rows.
    row("UILabel", "highlightedColor", .ignored),
    row("UILabel", "shadowColor", .missing("a shadow of text: 'textShadow' in 'style'")),
    row("UILabel", "minimumScaleFactor", .missing("text that shrinks to fit: 'minimumScale' of 'text'")),
    row("UILabel", "adjustsFontSizeToFit", .missing("text that shrinks to fit: 'minimumScale' of 'text'")),
    row("UILabel", "enabled", .ignored),
    row("UIButton", "title", .property("text")),
    row("UIButton", "titleColor", .style("color"), .color),
    row("UIButton", "attributedText", attributedText),
    row("UIButton", "image", .property("image")),
    row("UIButton", "backgroundImage", .missing("a picture behind a button: 'backgroundImage' in 'style'")),
    row("UIButton", "fontDescription", .style("font"), .font),
    row("UIButton", "buttonType", .handled),
    row("UIButton", "contentEdgeInsets", .handled),
    row("UIButton", "contentHorizontalAlignment", .handled),
    row("UIButton", "titleEdgeInsets", .missing("insets of a button's title only: 'padding' concerns all of it")),
    row("UIButton", "imageEdgeInsets", .missing("insets of a button's image only: 'padding' concerns all of it")),
  ]

  private static let fieldProperties: [PropertyRow] = ["UITextField", "UITextView", "UISearchBar"].flatMap { name in
    [
      row(name, "text", .property("value")),
      row(name, "attributedText", attributedText),
      row(name, "placeholder", .property("placeholder")),
      row(name, "fontDescription", .style("font"), .font),
      row(name, "textColor", .style("color"), .color),
      row(name, "textAlignment", .style("textAlign"), .words(alignments)),
      row(name, "keyboardType", .property("inputType"), .words(keyboards)),
      row(name, "editable", .property("readOnly"), .inverted),
      row(name, "secureTextEntry", .handled),
      row(name, "borderStyle", .handled),
      row(name, "barStyle", .handled),
      row(name, "barTintColor", .handled),
      row(name, "searchBarStyle", .ignored),
      row(name, "translucent", .ignored),
      row(name, "showsCancelButton", .ignored),
      row(name, "showsScopeBar", .missing("choices below a search field: place a 'segmented' there")),
      row(name, "prompt", .missing("a text above a search field: place a 'text' there")),
      row(name, "contentSize", .ignored),
    ]
  }

  private static let scrollProperties: [PropertyRow] = [
    row("UIScrollView", "pagingEnabled", .missing("pages in a 'scroll': use a 'pager'")),
    row("UIScrollView", "showsVerticalScrollIndicator", .property("showsIndicator")),
    row("UIScrollView", "showsHorizontalScrollIndicator", .ignored),
    row("UIScrollView", "scrollEnabled", .missing("a list that people cannot scroll: 'scrollable' of lists")),
    row("UIScrollView", "indicatorStyle", .ignored),
    row("UIScrollView", "keyboardDismissMode", .ignored),
    row("UIScrollView", "contentInset", .handled),
    row("UIScrollView", "contentSize", .handled),
    row("UITableView", "showsVerticalScrollIndicator", .ignored),
    row("UITableView", "rowHeight", .handled),
    row("UITableView", "style", .handled),
    row("UITableView", "dataMode", .handled),
    row("UITableView", "separatorStyle", .handled),
    row("UITableView", "separatorColor", .handled),
    row("UITableView", "separatorInset", .handled),
    row("UITableView", "allowsMultipleSelection", .property("allowsMultipleSelection")),
    row("UITableView", "allowsSelection", .ignored),
    row("UICollectionView", "showsVerticalScrollIndicator", .ignored),
    row("UICollectionView", "pagingEnabled", .property("paging")),
    row("UICollectionView", "scrollDirection", .property("direction")),
    row("UICollectionView", "minimumInteritemSpacing", .property("spacing")),
    row("UICollectionView", "minimumLineSpacing", .ignored),
    row("UICollectionView", "itemSize", .handled),
  ]

  private static let distributions = [
    "fill": "fill", "fillEqually": "fillEqually", "fillProportionally": "fillProportionally",
    "equalSpacing": "equalSpacing", "equalCentering": "equalCentering",
  ]

  private static let controlProperties: [PropertyRow] = [
    row("UIActivityIndicatorView", "hidden", .handled),
    row("UIActivityIndicatorView", "hidesWhenStopped", .ignored),
    row("UIActivityIndicatorView", "animating", .property("animating")),
    row("UIActivityIndicatorView", "style", .handled),
    row("UIActivityIndicatorView", "color", .style("color"), .color),
    row("UISwitch", "on", .property("value")),
    row("UISwitch", "onTintColor", .style("color"), .color),
    row("UISlider", "value", .property("value")),
    row("UISlider", "minValue", .property("minimum")),
    row("UISlider", "maxValue", .property("maximum")),
    row("UISlider", "minimumTrackTintColor", .style("color"), .color),
    row("UIStepper", "value", .property("value")),
    row("UIStepper", "minimumValue", .property("minimum")),
    row("UIStepper", "maximumValue", .property("maximum")),
    row("UIStepper", "stepValue", .property("step")),
    row("UISegmentedControl", "segments", .handled),
    row("UISegmentedControl", "selectedSegmentIndex", .property("value")),
    row("UIProgressView", "progress", .property("value")),
    row("UIProgressView", "progressTintColor", .style("color"), .color),
    row("UIPageControl", "numberOfPages", .property("count")),
    row("UIPageControl", "currentPage", .property("value")),
    row("UIPageControl", "pageIndicatorTintColor", .property("unselectedColor"), .color),
    row("UIPageControl", "currentPageIndicatorTintColor", .style("color"), .color),
    row(
      "UIDatePicker", "datePickerMode", .property("mode"),
      .words(["date": "date", "time": "time", "dateAndTime": "dateAndTime"])),
    row("UIStackView", "axis", .handled),
    row("UIStackView", "spacing", .property("spacing")),
    row("UIStackView", "alignment", .handled),
    row("UIStackView", "distribution", .property("distribution"), .words(distributions)),
  ]
}
