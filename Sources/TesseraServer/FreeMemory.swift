#if canImport(Glibc)
  import Glibc
#endif

/// Memory that the process has and does not use.
enum FreeMemory {
  /// Gives it back to the system. The allocator keeps what is freed in pieces, between others that are in use; after many
  /// presentations went that is most of what they had. Takes some milliseconds for 100 MB.
  static func giveBack() {
    #if canImport(Glibc)
      _ = trim?(0)
    #endif
  }

  #if canImport(Glibc)
    /// glibc's `malloc_trim`, which Swift's module of it leaves out; other C libraries have none.
    private static let trim = dlsym(nil, "malloc_trim").map {
      unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self)
    }
  #endif
}
