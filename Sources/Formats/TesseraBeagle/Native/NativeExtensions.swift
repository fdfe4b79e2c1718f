extension NativeTranslator {
  /// The names that native documents can refer to. Payloads use them in any case.
  package struct Extensions {
    /// A list of names that is computed only if a payload contains elements that are not part of Beagle.
    package final class Names {
      private let names: () -> [String]
      private lazy var byLowerCase = Dictionary(
        names().map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

      package init(_ names: @escaping () -> [String] = { [] }) { self.names = names }

      /// Returns the native spelling of a lowercased name.
      subscript(name: String) -> String? { byLowerCase[name] }

      /// All names, lowercased.
      var keys: Dictionary<String, String>.Keys { byLowerCase.keys }
    }

    package var components: Names
    package var actions: Names
    package var operations: Names
    /// Returns the members of a component or an action type that contain components or actions.
    package var holdings: (_ type: String, _ isAction: Bool) -> Holdings

    package init(
      components: Names = Names(), actions: Names = Names(), operations: Names = Names(),
      holdings: @escaping (_ type: String, _ isAction: Bool) -> Holdings = { _, _ in Holdings() }
    ) {
      self.components = components
      self.actions = actions
      self.operations = operations
      self.holdings = holdings
    }
  }

  /// The members of a component or an action type that are not data.
  package struct Holdings {
    /// The members that contain a component or a list of components.
    package var components: Set<String> = []
    /// The members that contain row templates.
    package var templates: Set<String> = []
    /// The members that contain actions.
    package var events: Set<String> = []

    package init(components: Set<String> = [], templates: Set<String> = [], events: Set<String> = []) {
      self.components = components
      self.templates = templates
      self.events = events
    }
  }
}
