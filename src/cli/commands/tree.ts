import { folderTree } from '../../host/list/folder-tree.ts'
import type { Parsed } from '../options/arguments.ts'
import { watched } from '../print/progress.ts'
import { filesOptions, listOptions, onlyFolder, writeList } from './list-output.ts'

/** `pith tree [FOLDER]`: draws a folder with the counts of the folders in it. */
export async function tree({ values, positionals }: Parsed): Promise<number> {
  const folder = onlyFolder('tree', positionals)
  const { options, note } = await listOptions(values)
  const output = await watched(values, (progress) =>
    folderTree(folder, {
      ...{ ...options, ...filesOptions(values, []) },
      ...(progress && { onProgress: (found) => progress.found(found) }),
    }),
  )
  return writeList('tree', output, note, values)
}
