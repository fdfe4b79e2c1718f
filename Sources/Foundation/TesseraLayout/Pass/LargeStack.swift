#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs `body` in a separate thread with a stack that is large enough for the deepest layout, and waits until it
/// finishes. The stack's memory is only reserved; unused parts cost nothing.
///
/// - Returns: Whether `body` ran. The result is false if the system could not create the thread.
package func withLargeStack(_ body: () -> Void) -> Bool {
  withoutActuallyEscaping(body) { body in
    var work = body
    return withUnsafeMutablePointer(to: &work) { runThread(stackSize: 512 << 20, UnsafeMutableRawPointer($0)) }
  }
}

private func runThread(stackSize: Int, _ context: UnsafeMutableRawPointer) -> Bool {
  var attributes = pthread_attr_t()
  guard pthread_attr_init(&attributes) == 0 else { return false }
  defer { pthread_attr_destroy(&attributes) }
  guard pthread_attr_setstacksize(&attributes, stackSize) == 0 else { return false }
  #if canImport(Darwin)
    var thread: pthread_t?
    let started = pthread_create(&thread, &attributes, { callBody($0) }, context)
    guard started == 0, let thread else { return false }
  #else
    var thread = pthread_t()
    guard pthread_create(&thread, &attributes, { callBody($0) }, context) == 0 else { return false }
  #endif
  return pthread_join(thread, nil) == 0
}

private func callBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  context?.assumingMemoryBound(to: (() -> Void).self).pointee()
  return nil
}
