import CJemalloc
import TesseraCommands

await TesseraCommand.run(onMemoryRelease: { tessera_give_back_free_memory() })
