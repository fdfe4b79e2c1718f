package import TesseraText

extension TextFolding.Options {
  /// Creates the options of a comparison. Like Foundation's predicates, a comparison that ignores case or diacritics
  /// also ignores width.
  package init(_ options: ComparisonOptions) {
    self = []
    guard !options.contains(.normalized) else { return }
    if options.contains(.caseInsensitive) { formUnion([.case, .width]) }
    if options.contains(.diacriticInsensitive) { formUnion([.diacritics, .width]) }
  }
}
