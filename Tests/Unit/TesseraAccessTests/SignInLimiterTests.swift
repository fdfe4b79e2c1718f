import Testing

@testable import TesseraAccess

@Suite("Waits between wrong passwords")
struct SignInLimiterTests {
  private let start = ContinuousClock.now

  /// Fails a number of times, each as soon as it is permitted.
  /// - Returns: The wait after each failure, in seconds.
  private func waits(
    _ limiter: inout SignInLimiter, failures: Int, account: (Int) -> String = { _ in "ada" },
    address: (Int) -> String = { _ in "192.0.2.1" }
  ) -> [Int] {
    var now = start
    return (0..<failures).map { index in
      limiter.record(.stranger(account: account(index), address: address(index)), now: now)
      let next = SignInLimiter.Attempt.stranger(account: account(index + 1), address: address(index + 1))
      let wait = limiter.wait(before: next, now: now) ?? .zero
      now += wait
      return Int(wait / .seconds(1))
    }
  }

  @Test func `three failures are free, then waits double`() {
    var limiter = SignInLimiter()
    #expect(waits(&limiter, failures: 9) == [0, 0, 0, 1, 2, 4, 8, 16, 32])
  }

  @Test func `an address that tries many accounts waits up to 15 minutes`() {
    var limiter = SignInLimiter()
    #expect(waits(&limiter, failures: 20, account: { "user\($0)" }).last == 900)
  }

  @Test func `an account that is tried from many addresses waits up to 30 seconds`() {
    var limiter = SignInLimiter()
    #expect(waits(&limiter, failures: 20, address: { "192.0.2.\($0)" }).last == 30)
  }

  /// Tries codes from ever other addresses, each as soon as it is permitted.
  /// - Returns: The wait after each try, in seconds.
  private func codeWaits(_ limiter: inout SignInLimiter, tries: Int, from now: inout ContinuousClock.Instant) -> [Int] {
    (0..<tries).map { index in
      func attempt(_ number: Int) -> SignInLimiter.Attempt { .code(account: "ada", address: "\(now) \(number)") }
      limiter.record(attempt(index), now: now)
      let wait = limiter.wait(before: attempt(index + 1), now: now) ?? .zero
      now += wait
      return Int(wait / .seconds(1))
    }
  }

  @Test func `who knows the password waits up to an hour for each code, from however many addresses`() {
    var limiter = SignInLimiter()
    var now = start
    let waits = codeWaits(&limiter, tries: 19, from: &now)
    // The wait of the account comes before that of its codes.
    #expect(waits == [0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600])
    #expect(limiter.wait(before: .stranger(account: "ada", address: "192.0.2.1"), now: now - .seconds(3000)) == nil)
    #expect(limiter.wait(before: .code(account: "bob", address: "192.0.2.1"), now: now - .seconds(3000)) == nil)
  }

  @Test func `in a year, who knows the password tries fewer than 8,800 codes`() {
    var limiter = SignInLimiter()
    var now = start
    var tries = 0
    while now < start + .seconds(365 * 24 * 3600) {
      _ = codeWaits(&limiter, tries: 1, from: &now)
      tries += 1
    }
    #expect((8700..<8800).contains(tries))
  }

  @Test(arguments: [(3, 0), (5, 0), (6, 1), (9, 8), (20, 3600)])
  func `a right code forgives five wrong ones, and no more`(wrong: Int, wait: Int) {
    var limiter = SignInLimiter()
    for index in 0..<wrong { limiter.record(.code(account: "ada", address: "\(index)"), now: start) }
    let right = SignInLimiter.Attempt.code(account: "ada", address: "192.0.2.1")
    limiter.record(right, now: start)
    limiter.recordSuccess(of: right)
    let next = limiter.wait(before: right, now: start) ?? .zero
    #expect(next == .seconds(wait))
  }

  @Test func `failures elsewhere do not make wrong codes forgotten`() {
    var limiter = SignInLimiter()
    for index in 0..<20 { limiter.record(.code(account: "ada", address: "\(index)"), now: start) }
    for index in 0..<30_000 {
      limiter.record(.stranger(account: "user\(index)", address: "address\(index)"), now: start + .seconds(1))
    }
    #expect(limiter.wait(before: .code(account: "ada", address: ""), now: start + .seconds(1)) == .seconds(3599))
  }

  @Test func `others do not wait`() {
    var limiter = SignInLimiter()
    _ = waits(&limiter, failures: 20)
    #expect(limiter.wait(before: .stranger(account: "bob", address: "192.0.2.2"), now: start) == nil)
  }

  @Test(arguments: [true, false])
  func `known devices and sessions wait up to 15 minutes, each by itself`(isDevice: Bool) {
    var limiter = SignInLimiter()
    func attempt(_ number: UInt8) -> SignInLimiter.Attempt { isDevice ? .device("\(number)") : .session([number]) }
    for index in 0..<1000 {
      limiter.record(.stranger(account: "ada", address: "192.0.2.\(index)"), now: start)
    }
    #expect(limiter.wait(before: attempt(1), now: start) == nil)
    for _ in 0..<4 { limiter.record(attempt(1), now: start) }
    #expect(limiter.wait(before: attempt(1), now: start) == .seconds(1))
    #expect(limiter.wait(before: attempt(2), now: start) == nil)
    limiter.recordSuccess(of: attempt(1))
    #expect(limiter.wait(before: attempt(1), now: start) == nil)
    for _ in 0..<20 { limiter.record(attempt(1), now: start) }
    #expect(limiter.wait(before: attempt(1), now: start) == .seconds(900))
    // Strangers still wait.
    #expect(limiter.wait(before: .stranger(account: "ada", address: ""), now: start) == .seconds(30))
  }

  @Test func `a success forgives the account, not the address's earlier failures`() {
    var limiter = SignInLimiter()
    for _ in 0..<6 { limiter.record(.stranger(account: "ada", address: "192.0.2.1"), now: start) }
    limiter.record(.stranger(account: "mallory", address: "192.0.2.1"), now: start)
    limiter.recordSuccess(of: .stranger(account: "mallory", address: "192.0.2.1"))
    #expect(limiter.wait(before: .stranger(account: "mallory", address: "192.0.2.9"), now: start) == nil)
    #expect(limiter.wait(before: .stranger(account: "mallory", address: "192.0.2.1"), now: start) == .seconds(4))
  }

  @Test func `a day without failures forgives all`() {
    var limiter = SignInLimiter()
    for _ in 0..<9 { limiter.record(.stranger(account: "ada", address: "192.0.2.1"), now: start) }
    let tomorrow = start + .seconds(25 * 3600)
    limiter.record(.stranger(account: "ada", address: "192.0.2.1"), now: tomorrow)
    #expect(limiter.wait(before: .stranger(account: "ada", address: "192.0.2.1"), now: tomorrow) == nil)
  }

  @Test func `100,000 accounts and addresses do not fill the memory`() {
    var limiter = SignInLimiter()
    for index in 0..<100_000 {
      limiter.record(.stranger(account: "user\(index)", address: "address\(index)"), now: start + .seconds(index))
    }
    #expect(limiter.count <= SignInLimiter.maximumCount)
  }
}
