/// The properties.
extension ViewTable {
  private static func row(
    _ className: String, _ name: String, _ key: String?, _ kind: Kind, _ target: Target
  ) -> PropertyRow {
    PropertyRow(className: className, name: name, key: key, kind: kind, target: target)
  }

  package static let properties: [PropertyRow] =
    viewProperties + textProperties + fieldProperties + scrollProperties + controlProperties

  private static let alignment = Kind.words(
    [0: "left", 1: "center", 2: "right", 3: "justified", 4: "natural"],
    ours: ["left": "left", "center": "center", "right": "right", "natural": "start"])
  private static let keyboard = Kind.words(
    [
      0: "default", 1: "alphabet", 2: "numbersAndPunctuation", 3: "URL", 4: "numberPad", 5: "phonePad",
      6: "namePhonePad", 7: "emailAddress", 8: "decimalPad", 9: "twitter", 10: "webSearch",
    ],
    ours: [
      "numberPad": "digits", "decimalPad": "number", "phonePad": "telephone", "emailAddress": "email", "URL": "url",
      "numbersAndPunctuation": "text", "default": "text",
    ])
  private static let contentModes: [Int64: String] = [
    0: "scaleToFill", 1: "scaleAspectFit", 2: "scaleAspectFill", 3: "redraw", 4: "center", 5: "top", 6: "bottom",
    7: "left", 8: "right", 9: "topLeft", 10: "topRight", 11: "bottomLeft", 12: "bottomRight",
  ]
  private static let separators = Kind.words([0: "none", 1: "singleLine", 2: "etched"])

  /// What becomes of texts whose parts look different.
  private static let attributedText = Target.missing(
    "a text whose parts look different; here, all of it looks like the first part")

  private static let viewProperties: [PropertyRow] = [
    row("UIView", "hidden", "UIHidden", .boolean, .property("hidden")),
    row("UIView", "backgroundColor", "UIBackgroundColor", .color, .style("backgroundColor")),
    row("UIView", "alpha", "UIAlpha", .number, .style("opacity")),
    row("UIView", "tag", "UITag", .number, .property("tag")),
    row("UIView", "tintColor", "UITintColor", .color, .translatedByCode),
    row("UIView", "clipsSubviews", "UIClipsToBounds", .boolean, .translatedByCode),
    // Without a reaction of their own, views here let presses through to those behind them.
    row("UIView", "userInteractionEnabled", "UIUserInteractionDisabled", .inverted, .ignored),
    row("UIView", "contentMode", "UIContentMode", .words(contentModes), .ignored),
    row("UIView", "reuseIdentifier", nil, .text, .ignored),
    row(
      "UIView", "horizontalHuggingPriority", "UIViewContentHuggingPriority", .priority(0),
      .property("horizontalHuggingPriority")),
    row(
      "UIView", "verticalHuggingPriority", "UIViewContentHuggingPriority", .priority(1),
      .property("verticalHuggingPriority")),
    row(
      "UIView", "horizontalCompressionResistancePriority", "UIViewContentCompressionResistancePriority", .priority(0),
      .property("horizontalCompressionResistancePriority")),
    row(
      "UIView", "verticalCompressionResistancePriority", "UIViewContentCompressionResistancePriority", .priority(1),
      .property("verticalCompressionResistancePriority")),
    row(
      "UIView", "semanticContentAttribute", "UIViewSemanticContentAttribute",
      .words(
        [1: "playback", 2: "spatial", 3: "forceLeftToRight", 4: "forceRightToLeft"],
        ours: ["forceLeftToRight": "ltr", "forceRightToLeft": "rtl"]), .style("direction")),
    row("UIControl", "enabled", "UIDisabled", .inverted, .opposite("disabled")),
    row("UIControl", "enabled", "UIEnabled", .boolean, .opposite("disabled")),
    row("UIControl", "selected", "UISelected", .boolean, .missing("a state 'selected' of controls")),
    row(
      "UIImageView", "contentMode", nil,
      .words(
        [:],
        ours: [
          "scaleToFill": "scaleToFill", "scaleAspectFit": "aspectFit", "scaleAspectFill": "aspectFill",
          "center": "center",
        ]), .property("contentMode")),
    row("UIImageView", "image", "UIImage", .image, .property("image")),
    row("UIImageView", "highlightedImage", "UIHighlightedImage", .image, .ignored),
    row(
      "UITableViewCell", "selectionStyle", "UISelectionStyle", .words([0: "none", 1: "blue", 2: "gray", 3: "default"]),
      .ignored),
    row(
      "UITableViewCell", "accessoryType", "UIAccessoryType",
      .words([0: "none", 1: "disclosureIndicator", 2: "detailDisclosureButton", 3: "checkmark", 4: "detailButton"]),
      .translatedByCode),
    row("UITableViewCell", "rowHeight", "UIRowHeight", .number, .translatedByCode),
    row("UITableViewCell", "separatorInset", "UISeparatorInset", .insets, .translatedByCode),
  ]

  private static let textProperties: [PropertyRow] = [
    row("UILabel", "text", "UIText", .text, .property("text")),
    row("UILabel", "fontDescription", "UIFont", .font, .style("font")),
    row("UILabel", "textColor", "UITextColor", .color, .style("color")),
    row("UILabel", "textAlignment", "UITextAlignment", alignment, .style("textAlign")),
    row("UILabel", "attributedText", nil, .text, attributedText),
    row("UILabel", "numberOfLines", "UINumberOfLines", .number, .translatedByCode),
    row(
      "UILabel", "lineBreakMode", "UILineBreakMode",
      .words([
        0: "wordWrap", 1: "characterWrap", 2: "clip", 3: "headTruncation", 4: "tailTruncation", 5: "middleTruncation",
      ]), .ignored),
    // The colour while the row is selected: see the background of selected rows.
    row("UILabel", "highlightedColor", "UIHighlightedColor", .color, .ignored),
    row("UILabel", "shadowColor", "UIShadowColor", .color, .missing("a shadow of text: 'textShadow' in 'style'")),
    row(
      "UILabel", "minimumScaleFactor", "UIMinimumScaleFactor", .number,
      .missing("text that shrinks to fit: 'minimumScale' of 'text'")),
    row(
      "UILabel", "adjustsFontSizeToFit", "UIAdjustsFontSizeToFit", .boolean,
      .missing("text that shrinks to fit: 'minimumScale' of 'text'")),
    row("UILabel", "enabled", "UIEnabled", .boolean, .ignored),
    row("UIButton", "title", nil, .text, .property("text")),
    row("UIButton", "titleColor", nil, .color, .style("color")),
    row("UIButton", "attributedText", nil, .text, attributedText),
    row("UIButton", "image", nil, .image, .property("image")),
    row(
      "UIButton", "backgroundImage", nil, .image, .missing("a picture behind a button: 'backgroundImage' in 'style'")),
    row("UIButton", "fontDescription", "UIFont", .font, .style("font")),
    row(
      "UIButton", "buttonType", "UIButtonType",
      .words([
        0: "custom", 1: "system", 2: "detailDisclosure", 3: "infoLight", 4: "infoDark", 5: "contactAdd", 7: "close",
      ]), .translatedByCode),
    row("UIButton", "contentEdgeInsets", "UIContentEdgeInsets", .insets, .translatedByCode),
    row("UIButton", "contentHorizontalAlignment", nil, .text, .translatedByCode),
    row(
      "UIButton", "titleEdgeInsets", nil, .insets,
      .missing("insets of a button's title only: 'padding' concerns all of it")),
    row(
      "UIButton", "imageEdgeInsets", nil, .insets,
      .missing("insets of a button's image only: 'padding' concerns all of it")),
  ]

  private static let fieldProperties: [PropertyRow] = ["UITextField", "UITextView", "UISearchBar"].flatMap { name in
    [
      row(name, "text", "UIText", .text, .property("value")),
      row(name, "attributedText", nil, .text, attributedText),
      row(name, "placeholder", "UIPlaceholder", .text, .property("placeholder")),
      row(name, "fontDescription", "UIFont", .font, .style("font")),
      row(name, "textColor", "UITextColor", .color, .style("color")),
      row(name, "textAlignment", "UITextAlignment", alignment, .style("textAlign")),
      row(name, "keyboardType", "UIKeyboardType", keyboard, .property("inputType")),
      row(name, "editable", "UIEditable", .boolean, .opposite("readOnly")),
      row(name, "secureTextEntry", "UISecureTextEntry", .boolean, .translatedByCode),
      row(
        name, "borderStyle", "UIBorderStyle", .words([0: "none", 1: "line", 2: "bezel", 3: "roundedRect"]),
        .translatedByCode),
      row(
        name, "barStyle", "UIBarStyle", .words([0: "default", 1: "black", 2: "blackTranslucent"]), .translatedByCode),
      row(name, "barTintColor", "UIBarTintColor", .color, .translatedByCode),
      row(name, "searchBarStyle", "UISearchBarStyle", .words([0: "default", 1: "prominent", 2: "minimal"]), .ignored),
      row(name, "translucent", "UISearchBarTranslucence", .words([1: "YES", 2: "NO"]), .ignored),
      row(name, "showsCancelButton", "UIShowsCancelButton", .boolean, .ignored),
      row(
        name, "showsScopeBar", "UIShowsScopeBar", .boolean,
        .missing("choices below a search field: place a 'segmented' there")),
      row(name, "prompt", "UIPrompt", .text, .missing("a text above a search field: place a 'text' there")),
      row(name, "contentSize", nil, .size, .ignored),
    ]
  }

  private static let scrollProperties: [PropertyRow] = [
    row("UIScrollView", "pagingEnabled", "UIPagingEnabled", .boolean, .missing("pages in a 'scroll': use a 'pager'")),
    row(
      "UIScrollView", "showsVerticalScrollIndicator", "UIShowsVerticalScrollIndicator", .boolean,
      .property("showsIndicator")),
    row("UIScrollView", "showsHorizontalScrollIndicator", "UIShowsHorizontalScrollIndicator", .boolean, .ignored),
    row(
      "UIScrollView", "scrollEnabled", "UIScrollDisabled", .inverted,
      .missing("a list that people cannot scroll: 'scrollable' of lists")),
    row(
      "UIScrollView", "indicatorStyle", "UIIndicatorStyle", .words([0: "default", 1: "black", 2: "white"]), .ignored),
    row(
      "UIScrollView", "keyboardDismissMode", "UIKeyboardDismissMode",
      .words([0: "none", 1: "onDrag", 2: "interactive"]), .ignored),
    row("UIScrollView", "contentInset", "UIContentInset", .insets, .translatedByCode),
    row("UIScrollView", "contentSize", "UIContentSize", .size, .translatedByCode),
    row("UITableView", "showsVerticalScrollIndicator", nil, .boolean, .ignored),
    row("UITableView", "rowHeight", "UIRowHeight", .number, .translatedByCode),
    row("UITableView", "style", "UIStyle", .words([0: "plain", 1: "grouped", 2: "insetGrouped"]), .translatedByCode),
    row("UITableView", "dataMode", nil, .text, .translatedByCode),
    row("UITableView", "separatorStyle", "UISeparatorStyle", separators, .translatedByCode),
    row("UITableView", "separatorStyle", "UISeparatorStyleIOS9AndLater", separators, .translatedByCode),
    row("UITableView", "separatorColor", "UISeparatorColor", .color, .translatedByCode),
    row("UITableView", "separatorInset", "UISeparatorInset", .insets, .translatedByCode),
    row(
      "UITableView", "allowsMultipleSelection", "UIAllowsMultipleSelection", .boolean,
      .property("allowsMultipleSelection")),
    row("UITableView", "allowsSelection", "UIAllowsSelection", .boolean, .ignored),
    row("UICollectionView", "showsVerticalScrollIndicator", nil, .boolean, .ignored),
    row("UICollectionView", "pagingEnabled", nil, .boolean, .property("paging")),
    row("UICollectionView", "scrollDirection", nil, .text, .property("direction")),
    row("UICollectionView", "minimumInteritemSpacing", nil, .number, .property("spacing")),
    row("UICollectionView", "minimumLineSpacing", nil, .number, .ignored),
    row("UICollectionView", "itemSize", nil, .size, .translatedByCode),
  ]

  private static let controlProperties: [PropertyRow] = [
    row("UIActivityIndicatorView", "hidden", nil, .boolean, .translatedByCode),
    row("UIActivityIndicatorView", "hidesWhenStopped", "UIHidesWhenStopped", .boolean, .ignored),
    row("UIActivityIndicatorView", "animating", "UIAnimating", .boolean, .property("animating")),
    row(
      "UIActivityIndicatorView", "style", "UIActivityIndicatorViewStyle",
      .words([0: "whiteLarge", 1: "white", 2: "gray", 100: "medium", 101: "large"]), .translatedByCode),
    row("UIActivityIndicatorView", "color", "UIColor", .color, .style("color")),
    row("UISwitch", "on", "UISwitchOn", .boolean, .property("value")),
    row("UISwitch", "onTintColor", "UISwitchOnTintColor", .color, .style("color")),
    row("UISlider", "value", "UIValue", .number, .property("value")),
    row("UISlider", "minValue", "UIMinValue", .number, .property("minimum")),
    row("UISlider", "maxValue", "UIMaxValue", .number, .property("maximum")),
    row("UISlider", "minimumTrackTintColor", "UIMinimumTrackTintColor", .color, .style("color")),
    row("UIStepper", "value", "UIStepperValue", .number, .property("value")),
    row("UIStepper", "minimumValue", "UIStepperMinimumValue", .number, .property("minimum")),
    row("UIStepper", "maximumValue", "UIStepperMaximumValue", .number, .property("maximum")),
    row("UIStepper", "stepValue", "UIStepperStepValue", .number, .property("step")),
    row("UISegmentedControl", "segments", "UISegments", .segments, .translatedByCode),
    row("UISegmentedControl", "selectedSegmentIndex", "UISelectedSegmentIndex", .number, .property("value")),
    row("UIProgressView", "progress", "UIProgress", .number, .property("value")),
    row("UIProgressView", "progressTintColor", "UIProgressTintColor", .color, .style("color")),
    row("UIPageControl", "numberOfPages", "UINumberOfPages", .number, .property("count")),
    row("UIPageControl", "currentPage", "UICurrentPage", .number, .property("value")),
    row("UIPageControl", "pageIndicatorTintColor", "UIPageIndicatorTintColor", .color, .property("unselectedColor")),
    row("UIPageControl", "currentPageIndicatorTintColor", "UICurrentPageIndicatorTintColor", .color, .style("color")),
    row(
      "UIDatePicker", "datePickerMode", "UIDatePickerMode",
      .words(
        [0: "time", 1: "date", 2: "dateAndTime", 3: "countDownTimer"],
        ours: ["date": "date", "time": "time", "dateAndTime": "dateAndTime"]), .property("mode")),
    row("UIStackView", "axis", "UIStackViewAxis", .words([0: "horizontal", 1: "vertical"]), .translatedByCode),
    row("UIStackView", "spacing", "UIStackViewSpacing", .number, .property("spacing")),
    row(
      "UIStackView", "alignment", "UIStackViewAlignment",
      .words([0: "fill", 1: "top", 2: "firstBaseline", 3: "center", 4: "bottom", 5: "lastBaseline"]), .translatedByCode),
    row(
      "UIStackView", "distribution", "UIStackViewDistribution",
      .words(
        [0: "fill", 1: "fillEqually", 2: "fillProportionally", 3: "equalSpacing", 4: "equalCentering"],
        ours: [
          "fill": "fill", "fillEqually": "fillEqually", "fillProportionally": "fillProportionally",
          "equalSpacing": "equalSpacing", "equalCentering": "equalCentering",
        ]), .property("distribution")),
  ]
}
