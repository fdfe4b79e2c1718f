import TesseraCommands

await TesseraCommand.run()
