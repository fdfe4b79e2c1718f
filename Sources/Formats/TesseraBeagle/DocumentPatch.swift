import TesseraValues

/// Native additions to a component, an action or a screen. Members of the patch take precedence, and null removes a
/// member.
///
/// The format is JSON Merge Patch (RFC 7386), restricted to the parts of documents: a style, the view and the
/// navigation bar of a screen, and the input in a field. Any other object is data and replaced as a whole, so that null
/// in data stays null.
enum DocumentPatch {
  /// The members that are merged rather than replaced.
  private static let joined: Set<String> = ["style", "view", "navigationItem", "child"]

  /// Applies a patch to a document.
  static func apply(_ patch: JSONNode, to target: JSONNode) -> JSONNode {
    guard let changes = patch.members else { return patch }
    var members = target.members ?? []
    // The type cannot be removed.
    for change in changes where !change.isComment && !(change.name == "type" && change.value.isNull) {
      let index = members.firstIndex { $0.name == change.name }
      if change.value.isNull {
        if let index { members.remove(at: index) }
        continue
      }
      var member = change
      if joined.contains(change.name) {
        member.value = apply(change.value, to: index.map { members[$0].value } ?? .empty(change.value.range))
      }
      if let index { members[index].value = member.value } else { members.append(member) }
    }
    return JSONNode(.object(members), range: target.range)
  }

  /// Returns the patch that turns one object into another, or nil if they are equivalent.
  ///
  /// - Parameter isSame: Returns whether two values are equivalent.
  static func difference(
    from source: JSONNode, to target: JSONNode, isSame: (JSONNode, JSONNode) -> Bool
  ) -> JSONNode? {
    var patch = ObjectBuilder(target.range)
    for member in target.members ?? [] {
      guard let old = source[member.name] else {
        if !member.value.isNull { patch.set(member.name, member.value, at: member.nameRange) }
        continue
      }
      if joined.contains(member.name), old.members != nil, member.value.members != nil {
        patch.set(member.name, difference(from: old, to: member.value, isSame: isSame), at: member.nameRange)
      } else if !isSame(old, member.value) {
        patch.set(member.name, member.value, at: member.nameRange)
      }
    }
    for member in source.members ?? [] where target[member.name] == nil && !member.value.isNull {
      patch.set(member.name, JSONNode(.null, range: target.range))
    }
    return patch.isEmpty ? nil : patch.node
  }
}
