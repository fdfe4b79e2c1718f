import Metrics

/// How an attempt to sign in ended, for the metric `tessera.sign_ins`.
enum SignInOutcome: String {
  case done
  case refused

  func count() { Counter(label: "tessera.sign_ins", dimensions: [("outcome", rawValue)]).increment() }
}
