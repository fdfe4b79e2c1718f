/// The classes.
extension ViewTable {
  private static func row(
    _ className: String, in parent: String?, _ component: String? = nil, _ content: Content = .none,
    element: String? = nil
  ) -> ClassRow {
    ClassRow(className: className, parent: parent, component: component, content: content, element: element)
  }

  package static let classes: [ClassRow] = [
    // Storyboards have an element of its own for the place of an embedded controller.
    row("UIView", in: nil, "container", .constraints, element: "containerView"),
    row("UIControl", in: "UIView", "container", .constraints),
    row("UILabel", in: "UIView", "text"),
    row("UIButton", in: "UIControl", "button"),
    row("UIImageView", in: "UIView", "image"),
    row("UITextView", in: "UIScrollView", "textArea"),
    row("UITextField", in: "UIControl", "textInput"),
    row("UISearchBar", in: "UIView", "searchBar"),
    row("UITableView", in: "UIScrollView", "table"),
    row("UICollectionView", in: "UIScrollView", "collectionView"),
    row("UITableViewCell", in: "UIView", "container", .constraints),
    row("UICollectionReusableView", in: "UIView", "container", .constraints),
    row("UICollectionViewCell", in: "UICollectionReusableView"),
    row("UIActivityIndicatorView", in: "UIView", "activityIndicator"),
    row("UISwitch", in: "UIControl", "switch"),
    row("UISlider", in: "UIControl", "slider"),
    row("UIStepper", in: "UIControl", "stepper"),
    row("UISegmentedControl", in: "UIControl", "segmented"),
    row("UIProgressView", in: "UIView", "progress"),
    row("UIPageControl", in: "UIControl", "pageIndicator"),
    row("UIDatePicker", in: "UIControl", "datePicker"),
    row("UIPickerView", in: "UIView", "select"),
    row("UIScrollView", in: "UIView", "scroll", .box),
    row("UIStackView", in: "UIView", "container", .stack),
    row("UIWebView", in: "UIView", "webView"),
    row("WKWebView", in: "UIView", "webView", element: "wkWebView"),
    row("UIVisualEffectView", in: "UIView", "container", .constraints),
    row("UITableViewCellContentView", in: "UIView", "container", .constraints),
    row("UITableViewHeaderFooterView", in: "UIView", "container", .constraints),
    row("UIWindow", in: "UIView", "container", .constraints),
    row("UIRefreshControl", in: "UIControl"),
    row("UITableViewLabel", in: "UILabel"),
    row("UIButtonLabel", in: "UILabel"),
    // Without a component.
    row("UINavigationBar", in: "UIView"),
    row("UITabBar", in: "UIView"),
    row("UIToolbar", in: "UIView"),
    row("_UITableViewCellSeparatorView", in: "UIView"),
    row("MKMapView", in: "UIView", element: "mapView"),
    row("GLKView", in: "UIView", element: "glkView"),
    row("MTKView", in: "UIView", element: "mtkView"),
    row("SCNView", in: "UIView", element: "sceneKitView"),
    row("SKView", in: "UIView", element: "skView"),
    row("ARSCNView", in: "UIView", element: "arscnView"),
    // WidgetKit's own.
    row("ContentDisplayView", in: "UIView", "contentDisplayView", .box),
    row("FormDisplayView", in: "UIView", "form", .box),
    row("ContainerView", in: "UIView", "containerView", .box),
    row("WidgetView", in: "UIView", "widgetView", .box),
    row("TextInputView", in: "UIView", "textInputView", .box),
    row("MediaUploadFormView", in: "UIView", "mediaUploadFormView", .box),
    row("UploadContainerView", in: "UIView", "uploadContainerView", .box),
  ]
}
