import { listFolder } from '../../host/list/list-folder.ts'
import type { Parsed } from '../options/arguments.ts'
import { folderOperand, listOptions, writeList } from './list-output.ts'

/** `pith ls [FOLDER]`: lists a folder with sizes and kinds. */
export async function lsCommand({ values, positionals }: Parsed): Promise<number> {
  const folder = folderOperand('ls', positionals)
  const { options, note } = await listOptions(values)
  const output = await listFolder(folder, { ...options, hidden: values.hidden === true })
  return writeList('ls', output, note, values)
}
