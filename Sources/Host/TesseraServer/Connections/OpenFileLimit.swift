#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The limit of open files, which include connections.
package enum OpenFileLimit {
  /// Raises the limit as far as possible without privileges.
  /// - Returns: The new limit.
  static func raise() -> Int {
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0 else { return 1024 }
    let wanted = min(limit.rlim_max, 1 << 16)
    if limit.rlim_cur < wanted {
      var raised = limit
      raised.rlim_cur = wanted
      if setrlimit(kind, &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// The greatest limit that a server can have here without privileges.
  package static var greatest: Int {
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0 else { return 1024 }
    return Int(clamping: limit.rlim_max)
  }

  #if canImport(Glibc)
    private static var kind: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
  #else
    private static var kind: Int32 { RLIMIT_NOFILE }
  #endif
}
