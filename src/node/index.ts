// `pith/node`: what needs Node. Reads files of any size, runs commands, searches artifacts, and writes and reads the
// log of tool calls. Everything that runs without Node comes from `pith`.

export { type EventReading, type ReadEventsOptions, readEvents } from './event-files.ts'
export { createEventLog, type EventLog, type EventLogOptions } from './event-log.ts'
export {
  type FileDetails,
  type ReadFileOptions,
  readFile,
  type TextFileDetails,
} from './file.ts'
export { type FileEnd, type FileEnds, type FileEndsOptions, readFileEnds } from './file-ends.ts'
export type { FoundLine } from './found-line.ts'
export type { OtherFileDetails } from './non-text-file.ts'
export { type RunCommandDetails, type RunCommandOptions, runCommand } from './run-command.ts'
export { errorsOf, type FoundLines, type SearchOptions, search } from './search.ts'
export { type TruncatedFileDetails, type TruncateFileOptions, truncateFile } from './truncate-file.ts'
export { type Unit, type UnitBytes, unitsOf } from './units.ts'
export { createZdxSpill, type ZdxSpill, type ZdxSpillOptions } from './zdx-spill.ts'
