import TeamExtension
import TesseraCommands

// A board, a checker, a test runner and a reference that know the team's own components:
//
//     team-board serve Samples/Extension/Team.widget
//     team-board check Samples/Extension/Team.widget
await TesseraCommand.run(extensions: .team)
