import Dispatch
import TesseraViews

/// Runs the work of one instance's presentations, one piece after the other, on a thread that no other instance waits for.
///
/// Swift's own pool has as many threads as the machine has cores: two widgets with much to lay out would take all of them,
/// and nobody would be left to answer requests.
final class WidgetExecutor: SerialExecutor {
  // A serial queue that targets nothing of a limited width gets a thread whenever it has something to do.
  private let queue = DispatchQueue(label: "tessera.widget")
  /// What the presentations use up together.
  let share = ProcessorShare()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
