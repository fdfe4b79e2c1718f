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

  private static let lineages = Dictionary(
    uniqueKeysWithValues: (parents.keys + ["UIView"]).map { name in
      var line = [name]
      while let parent = parents[line[line.count - 1]] { line.append(parent) }
      return (name, line)
    })

  /// Returns the class and those that it inherits from, nearest first. An unknown class is taken for a view.
  package static func lineage(of className: String) -> [String] { lineages[className] ?? [className, "UIView"] }
}
