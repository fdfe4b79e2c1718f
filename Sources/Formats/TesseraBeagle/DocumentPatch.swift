import TesseraValues

/// What a native component, action or screen has to say besides: its members win, and null takes one away.
///
/// It is a JSON Merge Patch (RFC 7386) as far as parts of documents go: a style, the view and the bar of a screen, the input in a
/// field. What else is an object is data, and replaced as a whole, so that null in data is null.
enum DocumentPatch {
  /// The members that are joined and not replaced.
  private static let joined: Set<String> = ["style", "view", "navigationItem", "child"]

  /// What a document becomes.
  static func apply(_ patch: JSONNode, to target: JSONNode) -> JSONNode {
    guard let changes = patch.members else { return patch }
    var members = target.members ?? []
    // What something is it is always.
    for change in changes where !change.isComment && !(change.name == "type" && change.value.isNull) {
      let place = members.firstIndex { $0.name == change.name }
      if change.value.isNull {
        if let place { members.remove(at: place) }
        continue
      }
      var member = change
      if joined.contains(change.name) {
        member.value = apply(change.value, to: place.map { members[$0].value } ?? .empty(change.value.range))
      }
      if let place { members[place].value = member.value } else { members.append(member) }
    }
    return JSONNode(.object(members), range: target.range)
  }

  /// The patch that makes one object of another; nil where they say the same.
  /// - Parameter isSame: whether two values say the same.
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
