public import Foundation

/// The external inputs of an evaluation. They are passed in explicitly, so that results are reproducible.
public struct EvaluationContext: Sendable {
  /// Stores the properties in a single object, so that copying a context is cheap.
  private final class Storage: Sendable {
    let now: @Sendable () -> Date
    let random: @Sendable () -> Double
    let locale: Locale
    let timeZone: TimeZone
    let limits: ExpressionLimits

    init(
      now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> Double, locale: Locale,
      timeZone: TimeZone, limits: ExpressionLimits
    ) {
      self.now = now
      self.random = random
      self.locale = locale
      self.timeZone = timeZone
      self.limits = limits
    }
  }

  private let storage: Storage

  /// Creates a context.
  /// - Parameters:
  ///   - now: Returns the current time, for `now()` and `ago`.
  ///   - random: Returns a random number from 0 up to but not including 1, for `random()`.
  ///   - locale: The locale for `[l]`, `ago` and date styles.
  ///   - timeZone: The time zone for date formats that do not specify one.
  ///   - limits: The limits of an evaluation.
  public init(
    now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    locale: Locale = Locale(identifier: "en_US"), timeZone: TimeZone = .gmt, limits: ExpressionLimits = .standard
  ) {
    storage = Storage(now: now, random: random, locale: locale, timeZone: timeZone, limits: limits)
  }

  /// Returns the current time.
  public var now: @Sendable () -> Date { storage.now }
  /// Returns a random number from 0 up to but not including 1.
  public var random: @Sendable () -> Double { storage.random }
  /// The locale for `[l]`, `ago` and date styles.
  public var locale: Locale { storage.locale }
  /// The time zone for date formats that do not specify one.
  public var timeZone: TimeZone { storage.timeZone }
  /// The limits of an evaluation.
  public var limits: ExpressionLimits { storage.limits }

  /// The context with the system's clock and random number generator, the locale `en_US` and the time zone UTC.
  public static let system = EvaluationContext(now: { Date() })
}
