/// The classes of UIKit that interfaces contain, and what they inherit from.
package enum UIKitClassTree {
  private static let parents: [String: String] = [
    "UIControl": "UIView", "UILabel": "UIView", "UIImageView": "UIView", "UIActivityIndicatorView": "UIView",
    "UIProgressView": "UIView", "UIPickerView": "UIView", "UIStackView": "UIView", "UISearchBar": "UIView",
    "UINavigationBar": "UIView", "UITabBar": "UIView", "UIToolbar": "UIView", "UIScrollView": "UIView",
    "UITableViewCell": "UIView", "UITableViewCellContentView": "UIView", "UICollectionReusableView": "UIView",
    "UICollectionViewCell": "UICollectionReusableView", "UIVisualEffectView": "UIView", "UIWebView": "UIView",
    "WKWebView": "UIView", "MKMapView": "UIView", "GLKView": "UIView", "MTKView": "UIView", "SCNView": "UIView",
    "ARSCNView": "UIView", "SKView": "UIView", "UIWindow": "UIView", "UITableViewHeaderFooterView": "UIView",
    "UITableView": "UIScrollView", "UICollectionView": "UIScrollView", "UITextView": "UIScrollView",
    "UIButton": "UIControl", "UISwitch": "UIControl", "UISlider": "UIControl", "UIStepper": "UIControl",
    "UISegmentedControl": "UIControl", "UIPageControl": "UIControl", "UIDatePicker": "UIControl",
    "UITextField": "UIControl", "UIRefreshControl": "UIControl",
    "UITableViewLabel": "UILabel", "UIButtonLabel": "UILabel",
    "_UITableViewCellSeparatorView": "UIView",
  ]

  /// Returns the class and those that it inherits from, nearest first. An unknown class is taken for a view.
  package static func lineage(of className: String) -> [String] {
    var line = [className]
    while let parent = parents[line[line.count - 1]], line.count < 8 { line.append(parent) }
    if line[line.count - 1] != "UIView" { line.append("UIView") }
    return line
  }

  /// Returns whether a class is known.
  package static func isKnown(_ className: String) -> Bool { className == "UIView" || parents[className] != nil }
}
