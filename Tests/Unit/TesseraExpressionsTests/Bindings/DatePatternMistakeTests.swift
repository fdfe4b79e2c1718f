import TesseraExpressions
import TesseraValues
import Testing

struct DatePatternMistakeTests {
  @Test(arguments: [
    ("YYYY-MM-dd", "'YYYY'"), ("yyyy-MM-DD", "'DD'"), ("HH:MM", "'MM'"), ("d.M.y, h:MM a", "'MM'"),
    ("dd.mm.yyyy", "'mm'"),
    ("yyyy/mm/dd", "'mm'"), ("HH:mm:SS", "'SS'"), ("d MMM YYYY", "'YYYY'"),
  ])
  func `Letters that are almost surely meant otherwise are found`(pattern: String, word: String) {
    let problem = DatePatternMistake.find(in: pattern)
    #expect(problem?.message.hasPrefix(word) == true, "\(problem?.message ?? "nothing")")
    #expect(problem?.severity == .warning && problem?.rule == "date-pattern" && problem?.fix != nil)
  }

  @Test(arguments: [
    "yyyy-MM-dd'T'HH:mm:ss.SSSZ", "'Week' w, YYYY", "YYYY-'W'ww", "d MMM yyyy, HH:mm", "h:mm a", "mm:ss", "EEEE", "D",
    "DDD yyyy",
    "HH:mm", "m", "LLLL yyyy", "'YYYY-MM-DD'", "HH 'h' mm", "MMM d HH:mm", "HH:mm MMM", "",
  ])
  func `Others are not`(pattern: String) {
    let problem = DatePatternMistake.find(in: pattern)
    #expect(problem == nil, "\(problem?.message ?? "")")
  }
}
