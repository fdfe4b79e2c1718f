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
    "tessera_cluster_boards": "Boards that this host has.",
    "tessera_cluster_change_bytes_total": "Size of the changes that were kept in the database.",
    "tessera_cluster_changes_total": "Changes that were kept in the database.",
    "tessera_cluster_connections_total": "Connections by which this host showed that it lives.",
    "tessera_cluster_content_bytes_total": "Size of the contents that were kept in the database.",
    "tessera_cluster_contents_total": "Contents that were kept in place of changes.",
    "tessera_cluster_damaged_total": "Databases of widgets and boards that were found damaged.",
    "tessera_cluster_failures_total": "Connections that failed.",
    "tessera_cluster_journal_bytes": "Size of the changes since contents were kept, of open databases.",
    "tessera_cluster_lease_seconds": "How long this host may act unless it renews its lease; negative if it may not.",
    "tessera_cluster_oldest_content_seconds": "Age of the oldest content of an open database; 0 if none is known.",
    "tessera_cluster_renewals_total": "Renewals of the lease.",
    "tessera_cluster_restored_total": "Databases that were read because this host got their boards.",
    "tessera_cluster_round_trip_seconds": "How long the last renewal took.",
    "tessera_cluster_takeovers_total": "Boards that this host took.",
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
