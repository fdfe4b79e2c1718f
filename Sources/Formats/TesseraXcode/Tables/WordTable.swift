/// The words of Interface Builder's documents, and ours.
enum WordTable {
  /// The kinds of segues, and ours.
  static let segueKinds: [String: StoryboardSegue.Kind] = [
    "show": .show, "push": .show, "showDetail": .showDetail, "replace": .showDetail, "presentation": .present,
    "modal": .present, "popoverPresentation": .popover, "popover": .popover, "embed": .embed, "unwind": .unwind,
  ]

  /// The events of controls, and ours.
  static let events: [String: StoryboardAction.Event] = [
    "touchUpInside": .press, "touchDown": .press, "primaryActionTriggered": .press, "valueChanged": .change,
    "editingChanged": .change, "editingDidEndOnExit": .submit,
  ]

  /// The words for weights of fonts.
  static let weights: [String: Int] = [
    "ultraLight": 100, "thin": 200, "light": 300, "regular": 400, "medium": 500, "semibold": 600, "bold": 700,
    "heavy": 800, "black": 900,
  ]

  /// The sizes in points and the weights of text styles, at the system's default setting of sizes.
  static let textStyles: [String: (size: Double, weight: Int)] = [
    "UICTFontTextStyleBody": (17, 400), "UICTFontTextStyleHeadline": (17, 600), "UICTFontTextStyleSubhead": (15, 400),
    "UICTFontTextStyleCallout": (16, 400), "UICTFontTextStyleFootnote": (13, 400),
    "UICTFontTextStyleCaption1": (12, 400),
    "UICTFontTextStyleCaption2": (11, 400), "UICTFontTextStyleTitle0": (34, 400), "UICTFontTextStyleTitle1": (28, 400),
    "UICTFontTextStyleTitle2": (22, 400), "UICTFontTextStyleTitle3": (20, 400),
  ]
}
