/// What a storyboard or a nib describes, whichever format it was read from.
///
/// Names of classes and keys are those of Interface Builder's documents. Objects refer to each other by identifiers, so
/// that cycles cost nothing.
package struct StoryboardDocument: Sendable {
  /// The identity of an object: unique in the document, stable for the same file.
  package typealias ObjectID = String

  /// The maximum number of controllers. Further ones are left out.
  static let maximumControllers = 200

  /// The view controllers in the order in which they were found.
  package var controllers: [StoryboardController] = []
  /// The key of the controller that a storyboard shows first.
  package var entryPoint: String?

  /// Returns the controller with a key.
  package func controller(_ key: String) -> StoryboardController? { controllers.first { $0.key == key } }
}

/// A view controller and its scene.
package struct StoryboardController: Sendable {
  /// What a controller does with others.
  package enum Kind: Sendable, Hashable {
    /// It shows its own view.
    case content
    /// It shows a stack of controllers below a bar, the first of which is named.
    case navigation(root: String?)
    /// It shows one of several controllers.
    case tabs([String])
    /// It shows two controllers side by side.
    case split([String])

    /// - Parameter keys: The controllers inside one of the class, in order.
    init(_ className: StoryboardClassName, showing keys: [String]) {
      switch className.base {
      case "UINavigationController": self = .navigation(root: keys.first)
      case "UITabBarController": self = .tabs(keys)
      case "UISplitViewController": self = .split(keys)
      default: self = .content
      }
    }
  }

  /// The name under which segues and the entry point refer to it.
  package var key: String
  package var id: StoryboardDocument.ObjectID
  package var kind: Kind = .content
  package var className: StoryboardClassName
  package var storyboardIdentifier: String?
  package var restorationIdentifier: String?
  package var title: StoryboardValue?
  package var modalPresentation: String?
  package var view: StoryboardView?
  package var navigationItem: StoryboardNavigationItem?
  package var tabItem: StoryboardBarItem?
  /// The appearance of the bar of a navigation controller.
  package var bar: StoryboardBarAppearance?
  package var segues: [StoryboardSegue] = []
  /// Outlets by name: `tableView` is the object to which the controller's property of this name is connected.
  package var outlets: [StoryboardOutlet] = []
  /// Objects of the scene that are no views, such as WidgetKit's action controllers.
  package var objects: [StoryboardObject] = []
  /// The file that describes it, for diagnostics.
  package var file: String
}

/// An object that is no view.
package struct StoryboardObject: Sendable {
  package var id: StoryboardDocument.ObjectID
  package var className: StoryboardClassName
  package var outlets: [StoryboardOutlet] = []
  package var attributes: [StoryboardAttribute] = []
}

/// The class of an object.
package struct StoryboardClassName: Sendable, Hashable {
  /// The class that Interface Builder knows.
  package var base: String
  /// The class that replaces it at run time, without its module; `nil` if there is none.
  package var custom: String?

  package init(_ base: String, custom: String? = nil) { (self.base, self.custom) = (base, custom) }
}

/// A property that an object's outlet of some name is connected to.
package struct StoryboardOutlet: Sendable, Hashable {
  package var name: String
  package var destination: StoryboardDocument.ObjectID
}

/// A runtime attribute: a value that is set by a key path when the object is loaded.
package struct StoryboardAttribute: Sendable {
  package var keyPath: String
  package var value: StoryboardValue
}

/// A message that an object sends when people use it.
package struct StoryboardAction: Sendable, Hashable {
  /// What has to happen.
  package enum Event: Sendable, Hashable {
    case press
    case longPress
    case change
    case submit
    case refresh
    case other
  }

  package var event: Event
  package var selector: String
  package var destination: StoryboardDocument.ObjectID
}

/// A transition to another controller.
package struct StoryboardSegue: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case show
    case showDetail
    case present
    case popover
    case embed
    case unwind
    /// A look at the destination before it is shown.
    case preview
    case custom
  }

  package var id: StoryboardDocument.ObjectID
  package var kind: Kind
  package var identifier: String?
  /// The key of the destination; `nil` for an unwind segue.
  package var destination: String?
  /// The presentation that the segue asks for, in the words of Interface Builder.
  package var presentation: String?
}

/// The title, the title view and the buttons of a controller in a navigation bar.
package struct StoryboardNavigationItem: Sendable {
  package var title: StoryboardValue?
  package var prompt: String?
  package var titleView: StoryboardView?
  package var leftItems: [StoryboardBarItem] = []
  package var rightItems: [StoryboardBarItem] = []
  /// What the back button of the next controller says.
  package var backTitle: StoryboardValue?
  package var hidesBackButton = false
}

/// A button of a bar.
package struct StoryboardBarItem: Sendable {
  package var id: StoryboardDocument.ObjectID
  package var title: StoryboardValue?
  /// An image or a symbol.
  package var image: StoryboardValue?
  /// The name of a standard item, such as `add`.
  package var systemItem: String?
  package var isEnabled = true
  /// Whether it is the item that completes the task.
  package var isProminent = false
  package var tint: StoryboardColor?
  package var customView: StoryboardView?
  package var attributes: [StoryboardAttribute] = []
  package var actions: [StoryboardAction] = []
}

/// How a bar looks.
package struct StoryboardBarAppearance: Sendable, Hashable {
  package var isHidden = false
  package var isBlack = false
  package var tint: StoryboardColor?
  package var barTint: StoryboardColor?
  package var titleColor: StoryboardColor?
}
