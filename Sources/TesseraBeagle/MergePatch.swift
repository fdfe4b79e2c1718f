import TesseraValues

/// JSON Merge Patch (RFC 7386): the members that an object gets besides, or in place of its own; null takes one away.
enum MergePatch {
  /// What a document becomes. Lists are replaced as a whole.
  static func apply(_ patch: JSONNode, to target: JSONNode) -> JSONNode {
    guard let changes = patch.members else { return patch }
    var members = target.members ?? []
    for change in changes where !change.isComment {
      let place = members.firstIndex { $0.name == change.name }
      if case .null = change.value.content {
        if let place { members.remove(at: place) }
        continue
      }
      let empty = JSONNode(.object([]), range: change.value.range)
      let value = apply(change.value, to: place.map { members[$0].value } ?? empty)
      if let place {
        members[place].value = value
      } else {
        members.append(JSONMember(name: change.name, nameRange: change.nameRange, value: value))
      }
    }
    return JSONNode(.object(members), range: target.range)
  }

  /// The patch that makes one object of another; nil where they say the same.
  /// - Parameter isSame: whether two values that are not both objects say the same.
  static func difference(
    from source: JSONNode, to target: JSONNode, isSame: (JSONNode, JSONNode) -> Bool
  ) -> JSONNode? {
    var patch = ObjectBuilder(target.range)
    for member in target.members ?? [] {
      guard let old = source[member.name] else {
        if !member.value.isNull { patch.set(member.name, member.value, at: member.nameRange) }
        continue
      }
      if old.members != nil, member.value.members != nil {
        patch.set(
          member.name, difference(from: old, to: member.value, isSame: isSame), at: member.nameRange)
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

extension JSONNode {
  /// Whether this is `null`.
  var isNull: Bool { if case .null = content { true } else { false } }
}
