/// What the keys of compiled views are called in Interface Builder's documents, and how their values are meant.
///
/// A row holds for the class and its subclasses. The keys are those that Interface Builder writes, found in compiled
/// nibs.
package enum CompiledKeyTable {
  /// How a value is to be read.
  package enum Reading: Sendable {
    case boolean
    /// The opposite of the archived flag.
    case inverted
    case number
    case text
    case color
    case font
    case image
    /// A number that stands for a word.
    case words([Int64: String])
    /// Two priorities: `{251, 750}`.
    case priorities
    /// The list of texts of segments.
    case segments
    /// Top, left, bottom, right.
    case insets
    /// Width and height.
    case size
  }

  package struct Row: Sendable {
    package var className: String
    package var key: String
    package var name: String
    package var reading: Reading
  }

  private static func row(_ className: String, _ key: String, _ name: String, _ reading: Reading) -> Row {
    Row(className: className, key: key, name: name, reading: reading)
  }

  /// The rows of a class and of those that it inherits from.
  package static func rows(of className: String) -> [Row] {
    UIKitClassTree.lineage(of: className).flatMap { rowsByClass[$0] ?? [] }
  }

  private static let rowsByClass = Dictionary(grouping: rows, by: \.className)

  private static let alignments: [Int64: String] = [
    0: "left", 1: "center", 2: "right", 3: "justified", 4: "natural",
  ]
  private static let contentModes: [Int64: String] = [
    0: "scaleToFill", 1: "scaleAspectFit", 2: "scaleAspectFill", 3: "redraw", 4: "center", 5: "top", 6: "bottom",
    7: "left", 8: "right", 9: "topLeft", 10: "topRight", 11: "bottomLeft", 12: "bottomRight",
  ]
  private static let keyboards: [Int64: String] = [
    0: "default", 1: "alphabet", 2: "numbersAndPunctuation", 3: "URL", 4: "numberPad", 5: "phonePad",
    6: "namePhonePad", 7: "emailAddress", 8: "decimalPad", 9: "twitter", 10: "webSearch",
  ]

  private static let rows: [Row] = [
    row("UIView", "UIBackgroundColor", "backgroundColor", .color),
    row("UIView", "UITintColor", "tintColor", .color),
    row("UIView", "UIHidden", "hidden", .boolean),
    row("UIView", "UIAlpha", "alpha", .number),
    row("UIView", "UITag", "tag", .number),
    row("UIView", "UIClipsToBounds", "clipsSubviews", .boolean),
    row("UIView", "UIUserInteractionDisabled", "userInteractionEnabled", .inverted),
    row("UIView", "UIContentMode", "contentMode", .words(contentModes)),
    row("UIView", "UIViewContentHuggingPriority", "huggingPriority", .priorities),
    row("UIView", "UIViewContentCompressionResistancePriority", "compressionResistancePriority", .priorities),
    row(
      "UIView", "UIViewSemanticContentAttribute", "semanticContentAttribute",
      .words([1: "playback", 2: "spatial", 3: "forceLeftToRight", 4: "forceRightToLeft"])),
    row("UIControl", "UIDisabled", "enabled", .inverted),
    row("UIControl", "UIEnabled", "enabled", .boolean),
    row("UIControl", "UISelected", "selected", .boolean),

    row("UILabel", "UIText", "text", .text),
    row("UILabel", "UIFont", "fontDescription", .font),
    row("UILabel", "UITextColor", "textColor", .color),
    row("UILabel", "UIHighlightedColor", "highlightedColor", .color),
    row("UILabel", "UIShadowColor", "shadowColor", .color),
    row("UILabel", "UITextAlignment", "textAlignment", .words(alignments)),
    row("UILabel", "UINumberOfLines", "numberOfLines", .number),
    row(
      "UILabel", "UILineBreakMode", "lineBreakMode",
      .words([
        0: "wordWrap", 1: "characterWrap", 2: "clip", 3: "headTruncation", 4: "tailTruncation", 5: "middleTruncation",
      ])),
    row("UILabel", "UIMinimumScaleFactor", "minimumScaleFactor", .number),
    row("UILabel", "UIAdjustsFontSizeToFit", "adjustsFontSizeToFit", .boolean),
    row("UILabel", "UIEnabled", "enabled", .boolean),

    row(
      "UIButton", "UIButtonType", "buttonType",
      .words([
        0: "custom", 1: "system", 2: "detailDisclosure", 3: "infoLight", 4: "infoDark", 5: "contactAdd", 7: "close",
      ])),
    row("UIButton", "UIFont", "fontDescription", .font),
    row("UIButton", "UIContentEdgeInsets", "contentEdgeInsets", .insets),

    row("UIImageView", "UIImage", "image", .image),
    row("UIImageView", "UIHighlightedImage", "highlightedImage", .image),

    row("UITextView", "UIText", "text", .text),
    row("UITextView", "UIFont", "fontDescription", .font),
    row("UITextView", "UITextColor", "textColor", .color),
    row("UITextView", "UITextAlignment", "textAlignment", .words(alignments)),
    row("UITextView", "UIEditable", "editable", .boolean),
    row("UITextView", "UIKeyboardType", "keyboardType", .words(keyboards)),
    row("UITextView", "UISecureTextEntry", "secureTextEntry", .boolean),

    row("UITextField", "UIText", "text", .text),
    row("UITextField", "UIPlaceholder", "placeholder", .text),
    row("UITextField", "UIFont", "fontDescription", .font),
    row("UITextField", "UITextColor", "textColor", .color),
    row("UITextField", "UITextAlignment", "textAlignment", .words(alignments)),
    row(
      "UITextField", "UIBorderStyle", "borderStyle",
      .words([0: "none", 1: "line", 2: "bezel", 3: "roundedRect"])),
    row("UITextField", "UIKeyboardType", "keyboardType", .words(keyboards)),
    row("UITextField", "UISecureTextEntry", "secureTextEntry", .boolean),

    row("UISearchBar", "UIPlaceholder", "placeholder", .text),
    row("UISearchBar", "UIText", "text", .text),
    row("UISearchBar", "UIPrompt", "prompt", .text),
    row("UISearchBar", "UIBarTintColor", "barTintColor", .color),
    row(
      "UISearchBar", "UIBarStyle", "barStyle", .words([0: "default", 1: "black", 2: "blackTranslucent"])),
    row("UISearchBar", "UISearchBarStyle", "searchBarStyle", .words([0: "default", 1: "prominent", 2: "minimal"])),
    row("UISearchBar", "UISearchBarTranslucence", "translucent", .words([1: "YES", 2: "NO"])),
    row("UISearchBar", "UIShowsCancelButton", "showsCancelButton", .boolean),
    row("UISearchBar", "UIShowsScopeBar", "showsScopeBar", .boolean),
    row("UISearchBar", "UIKeyboardType", "keyboardType", .words(keyboards)),

    row("UIScrollView", "UIPagingEnabled", "pagingEnabled", .boolean),
    row("UIScrollView", "UIShowsVerticalScrollIndicator", "showsVerticalScrollIndicator", .boolean),
    row("UIScrollView", "UIShowsHorizontalScrollIndicator", "showsHorizontalScrollIndicator", .boolean),
    row("UIScrollView", "UIScrollDisabled", "scrollEnabled", .inverted),
    row(
      "UIScrollView", "UIIndicatorStyle", "indicatorStyle", .words([0: "default", 1: "black", 2: "white"])),
    row(
      "UIScrollView", "UIKeyboardDismissMode", "keyboardDismissMode",
      .words([0: "none", 1: "onDrag", 2: "interactive"])),
    row("UIScrollView", "UIContentInset", "contentInset", .insets),
    row("UIScrollView", "UIContentSize", "contentSize", .size),

    row("UITableView", "UIStyle", "style", .words([0: "plain", 1: "grouped", 2: "insetGrouped"])),
    row("UITableView", "UIRowHeight", "rowHeight", .number),
    row("UITableView", "UISeparatorStyle", "separatorStyle", .words([0: "none", 1: "singleLine", 2: "etched"])),
    row(
      "UITableView", "UISeparatorStyleIOS9AndLater", "separatorStyle",
      .words([0: "none", 1: "singleLine", 2: "etched"])),
    row("UITableView", "UISeparatorColor", "separatorColor", .color),
    row("UITableView", "UISeparatorInset", "separatorInset", .insets),
    row("UITableView", "UIAllowsMultipleSelection", "allowsMultipleSelection", .boolean),
    row("UITableView", "UIAllowsSelection", "allowsSelection", .boolean),

    row(
      "UITableViewCell", "UISelectionStyle", "selectionStyle",
      .words([0: "none", 1: "blue", 2: "gray", 3: "default"])),
    row("UITableViewCell", "UISeparatorInset", "separatorInset", .insets),
    row("UITableViewCell", "UIRowHeight", "rowHeight", .number),
    row(
      "UITableViewCell", "UIAccessoryType", "accessoryType",
      .words([
        0: "none", 1: "disclosureIndicator", 2: "detailDisclosureButton", 3: "checkmark", 4: "detailButton",
      ])),

    row(
      "UIActivityIndicatorView", "UIActivityIndicatorViewStyle", "style",
      .words([0: "whiteLarge", 1: "white", 2: "gray", 100: "medium", 101: "large"])),
    row("UIActivityIndicatorView", "UIHidesWhenStopped", "hidesWhenStopped", .boolean),
    row("UIActivityIndicatorView", "UIAnimating", "animating", .boolean),
    row("UIActivityIndicatorView", "UIColor", "color", .color),

    row("UISwitch", "UISwitchOn", "on", .boolean),
    row("UISwitch", "UISwitchOnTintColor", "onTintColor", .color),

    row("UISlider", "UIValue", "value", .number),
    row("UISlider", "UIMinValue", "minValue", .number),
    row("UISlider", "UIMaxValue", "maxValue", .number),
    row("UISlider", "UIMinimumTrackTintColor", "minimumTrackTintColor", .color),

    row("UIStepper", "UIStepperValue", "value", .number),
    row("UIStepper", "UIStepperMinimumValue", "minimumValue", .number),
    row("UIStepper", "UIStepperMaximumValue", "maximumValue", .number),
    row("UIStepper", "UIStepperStepValue", "stepValue", .number),

    row("UISegmentedControl", "UISegments", "segments", .segments),
    row("UISegmentedControl", "UISelectedSegmentIndex", "selectedSegmentIndex", .number),

    row("UIProgressView", "UIProgress", "progress", .number),
    row("UIProgressView", "UIProgressTintColor", "progressTintColor", .color),

    row("UIPageControl", "UINumberOfPages", "numberOfPages", .number),
    row("UIPageControl", "UICurrentPage", "currentPage", .number),
    row("UIPageControl", "UIPageIndicatorTintColor", "pageIndicatorTintColor", .color),
    row("UIPageControl", "UICurrentPageIndicatorTintColor", "currentPageIndicatorTintColor", .color),

    row(
      "UIDatePicker", "UIDatePickerMode", "datePickerMode",
      .words([0: "time", 1: "date", 2: "dateAndTime", 3: "countDownTimer"])),

    row("UIStackView", "UIStackViewAxis", "axis", .words([0: "horizontal", 1: "vertical"])),
    row("UIStackView", "UIStackViewSpacing", "spacing", .number),
    row(
      "UIStackView", "UIStackViewAlignment", "alignment",
      .words([0: "fill", 1: "top", 2: "firstBaseline", 3: "center", 4: "bottom", 5: "lastBaseline"])),
    row(
      "UIStackView", "UIStackViewDistribution", "distribution",
      .words([0: "fill", 1: "fillEqually", 2: "fillProportionally", 3: "equalSpacing", 4: "equalCentering"])),
  ]
}
