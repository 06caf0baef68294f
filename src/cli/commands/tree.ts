import { folderTree } from '../../host/list/folder-tree.ts'
import type { Parsed } from '../options/arguments.ts'
import { filesOptions, folderOperand, listOptions, writeList } from './list-output.ts'

/** `pith tree [FOLDER]`: draws a folder with the counts of the folders in it. */
export async function tree({ values, positionals }: Parsed): Promise<number> {
  const folder = folderOperand('tree', positionals)
  const { options, note } = await listOptions(values)
  const output = await folderTree(folder, { ...options, ...filesOptions(values, []) })
  return writeList('tree', output, note, values)
}
