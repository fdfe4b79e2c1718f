public import TesseraLayout

extension ViewKind {
  /// The layout of a view of this kind before its author says anything.
  public var defaultStyle: LayoutStyle {
    switch self {
    case .window: LayoutStyle()
    case .navigation:
      LayoutStyle {
        $0.positionType = .absolute
        $0.position = Edges(0)
      }
    case .navigationBar:
      LayoutStyle {
        $0.height = .points(44)
        $0.flexDirection = .row
        $0.alignItems = .center
        $0.justifyContent = .spaceBetween
        $0.padding = Edges(horizontal: .points(8), vertical: 0)
        $0.columnGap = .points(8)
      }
    case .screen:
      LayoutStyle {
        $0.flexGrow = 1
        $0.flexShrink = 1
        $0.flexBasis = .points(0)
      }
    case .scroll:
      LayoutStyle {
        $0.overflow = .scroll
        $0.flexShrink = 1
      }
    case .table:
      LayoutStyle {
        $0.overflow = .scroll
        $0.flexGrow = 1
        $0.flexShrink = 1
        $0.flexBasis = .points(0)
      }
    case .button, .textInput, .textArea, .placeholder:
      LayoutStyle {
        $0.padding = Edges(defaults.padding)
        $0.border = Edges(defaults.borderWidth)
      }
    case .alert:
      LayoutStyle {
        $0.positionType = .absolute
        $0.position = Edges(0)
      }
    case .container, .form, .text, .image, .searchBar, .activityIndicator, .cell: LayoutStyle()
    }
  }
}

extension Edges {
  fileprivate init(_ insets: EdgeInsets) {
    self.init(
      left: .points(insets.left), top: .points(insets.top), right: .points(insets.right),
      bottom: .points(insets.bottom))
  }
}
