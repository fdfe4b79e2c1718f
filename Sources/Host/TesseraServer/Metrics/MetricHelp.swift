/// What each metric means, in Prometheus' text format.
enum MetricHelp {
  /// Returns the lines before the values of a metric.
  static func head(of name: String, kind: String) -> String {
    "# HELP \(name) \(words[name] ?? "What Tessera counts under this name.")\n# TYPE \(name) \(kind)\n"
  }

  private static let words = [
    "hb_requests_total": "Requests, by route and status.",
    "hb_request_errors_total": "Requests that ended with an error of the server.",
    "http_server_active_requests": "Requests that are being answered.",
    "http_server_request_duration_seconds": "The time from a request to the head of its response.",
    "process_cpu_seconds_total": "Processor time of the server's process.",
    "process_open_fds": "Open file descriptors.",
    "process_resident_memory_bytes": "Memory of the server's process that is in RAM.",
    "process_virtual_memory_bytes": "Addresses that the server's process has reserved.",
    "tessera_boards": "Boards.",
    "tessera_connections": "Open connections of clients.",
    "tessera_dropped_series_total": "Series that were not recorded, because there were too many.",
    "tessera_presentations": "Presentations of widgets, also those that are not watched.",
    "tessera_refusals_total": "Connections and requests that were refused because of a limit.",
    "tessera_sign_ins_total": "Sign-ins, by outcome.",
    "tessera_streams": "Open streams of pages.",
    "tessera_updates_total": "Updates of widgets, by kind of widget and outcome.",
    "tessera_widgets": "Widgets on boards.",
  ]
}
