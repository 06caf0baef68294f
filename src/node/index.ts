export {
  type FileDetails,
  type OtherFileDetails,
  type ReadFileOptions,
  readFile,
  type TextFileDetails,
} from './file.ts'
export { createZdxSpill, type ZdxSpill, type ZdxSpillOptions } from './zdx-spill.ts'
