public import Foundation

/// What an evaluation may ask of the outside world, passed in so that results can be repeated.
public struct EvaluationContext: Sendable {
  /// The properties in one place, so that handing a context on is cheap.
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
  ///   - now: The present moment, for `now()` and `ago`.
  ///   - random: A number from 0 up to 1, for `random()`.
  ///   - locale: The locale of `[l]`, `ago` and date styles.
  ///   - timeZone: The time zone of date formats that name none.
  ///   - limits: The bounds of an evaluation.
  public init(
    now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    locale: Locale = Locale(identifier: "en_US"), timeZone: TimeZone = .gmt, limits: ExpressionLimits = .standard
  ) {
    storage = Storage(now: now, random: random, locale: locale, timeZone: timeZone, limits: limits)
  }

  /// The present moment.
  public var now: @Sendable () -> Date { storage.now }
  /// A number from 0 up to 1.
  public var random: @Sendable () -> Double { storage.random }
  /// The locale of `[l]`, `ago` and date styles.
  public var locale: Locale { storage.locale }
  /// The time zone of date formats that name none.
  public var timeZone: TimeZone { storage.timeZone }
  /// The bounds of an evaluation.
  public var limits: ExpressionLimits { storage.limits }

  /// The system's clock and random numbers, American English and UTC.
  public static let system = EvaluationContext(now: { Date() })
}
