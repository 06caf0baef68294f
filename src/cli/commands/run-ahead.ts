import { openPipesAhead } from '../../host/named-pipe.ts'

/** The pipe of a command is made by a program, which takes as long as reading the settings. */
export const beginRun = (): void => openPipesAhead(1)
