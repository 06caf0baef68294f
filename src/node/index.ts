export {
  type FileDetails,
  type ReadFileOptions,
  readFile,
  type TextFileDetails,
} from './file.ts'
export { type FileEnd, type FileEnds, type FileEndsOptions, readFileEnds } from './file-ends.ts'
export type { OtherFileDetails } from './name-only.ts'
export { type TruncatedFileDetails, type TruncateFileOptions, truncateFile } from './truncate-file.ts'
export { createZdxSpill, type ZdxSpill, type ZdxSpillOptions } from './zdx-spill.ts'
