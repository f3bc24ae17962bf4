/// The members of a JSON object, sorted by the bytes of their names, each name once.
package struct JSONObject: Sendable, Hashable {
  /// One member.
  package struct Member: Sendable, Hashable {
    package let name: ExactText
    package let value: StrictJSON
  }

  /// In the order of the names' bytes.
  package private(set) var members: [Member]

  /// An object without members.
  package init() { members = [] }

  /// Takes members that are sorted already, each name once.
  init(sorted members: [Member]) { self.members = members }

  /// Takes members in any order; of two with one name the last stays.
  package init(_ members: some Sequence<(ExactText, StrictJSON)>) {
    var members = members.map { Member(name: $0.0, value: $0.1) }
    if !Self.isSorted(members) {
      // Equal names stay in their order: sort(by:) is stable.
      members.sort { $0.name < $1.name }
      var unique: [Member] = []
      unique.reserveCapacity(members.count)
      for member in members {
        if unique.last?.name == member.name { unique.removeLast() }
        unique.append(member)
      }
      members = unique
    }
    self.init(sorted: members)
  }

  /// Whether each name comes before the next, so that none is there twice.
  private static func isSorted(_ members: [Member]) -> Bool {
    zip(members, members.dropFirst()).allSatisfy { $0.name < $1.name }
  }

  package var isEmpty: Bool { members.isEmpty }

  /// The value of a member. Assigning nil removes the member.
  package subscript(name: ExactText) -> StrictJSON? {
    get {
      let index = position(of: name)
      return holds(name, at: index) ? members[index].value : nil
    }
    set {
      let index = position(of: name)
      switch (newValue, holds(name, at: index)) {
      case (let value?, true): members[index] = Member(name: name, value: value)
      case (let value?, false): members.insert(Member(name: name, value: value), at: index)
      case (nil, true): members.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// The same with the members of `other`, which win.
  package func merging(_ other: JSONObject) -> JSONObject {
    var merged = self
    for member in other.members { merged[member.name] = member.value }
    return merged
  }

  /// Where the member is, or where it would have to be.
  private func position(of name: ExactText) -> Int {
    // Built in order, which is how readers and writers do it, a new name goes to the end.
    if let last = members.last, last.name < name { return members.count }
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func holds(_ name: ExactText, at index: Int) -> Bool {
    index < members.count && members[index].name == name
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (ExactText, StrictJSON)...) { self.init(elements) }
}
