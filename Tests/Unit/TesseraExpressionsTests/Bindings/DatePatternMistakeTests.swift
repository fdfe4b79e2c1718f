import TesseraExpressions
import TesseraValues
import Testing

struct DatePatternMistakeTests {
  @Test(
    "Letters that are almost surely meant otherwise are found",
    arguments: [
      ("YYYY-MM-dd", "'YYYY'"), ("yyyy-MM-DD", "'DD'"), ("HH:MM", "'MM'"), ("d.M.y, h:MM a", "'MM'"),
      ("dd.mm.yyyy", "'mm'"),
      ("yyyy/mm/dd", "'mm'"), ("HH:mm:SS", "'SS'"), ("d MMM YYYY", "'YYYY'"),
    ])
  func mistakes(pattern: String, word: String) {
    let problem = DatePatternMistake.find(in: pattern)
    #expect(problem?.message.hasPrefix(word) == true, "\(problem?.message ?? "nothing")")
    #expect(problem?.severity == .warning && problem?.rule == "date-pattern" && problem?.fix != nil)
  }

  @Test(
    "Others are not",
    arguments: [
      "yyyy-MM-dd'T'HH:mm:ss.SSSZ", "'Week' w, YYYY", "YYYY-'W'ww", "d MMM yyyy, HH:mm", "h:mm a", "mm:ss", "EEEE", "D",
      "DDD yyyy",
      "HH:mm", "m", "LLLL yyyy", "'YYYY-MM-DD'", "HH 'h' mm", "MMM d HH:mm", "HH:mm MMM", "",
    ])
  func correct(pattern: String) {
    let problem = DatePatternMistake.find(in: pattern)
    #expect(problem == nil, "\(problem?.message ?? "")")
  }
}
