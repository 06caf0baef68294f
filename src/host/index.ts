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
export type { FoundLine } from './found-line.ts'
export { type GrepFilesDetails, type GrepFilesOptions, grepFiles } from './grep/grep-files.ts'
export {
  type FindFilesDetails,
  type FindFilesOptions,
  findFiles,
} from './list/find-files.ts'
export { type FolderTreeDetails, type FolderTreeOptions, folderTree } from './list/folder-tree.ts'
export { type ListFolderDetails, type ListFolderOptions, listFolder } from './list/list-folder.ts'
export type { UnreadDetails } from './list/unread.ts'
export { type RunCommandDetails, type RunCommandOptions, runCommand } from './run-command.ts'
export { errorsOf, type FoundLines, type SearchOptions, search } from './search.ts'
export type { OtherFileDetails } from './text-file.ts'
export { type TruncatedFileDetails, type TruncateFileOptions, truncateFile } from './truncate-file.ts'
export { type Unit, type UnitBytes, unitsOf } from './units.ts'
export type { WalkFailure } from './walk/walk.ts'
export type { FilesOptions } from './walk/walk-options.ts'
export { type FetchUrlDetails, type FetchUrlOptions, fetchUrl } from './web/fetch-url.ts'
export { createZdxSpill, type ZdxSpill, type ZdxSpillOptions } from './zdx-spill.ts'
