import { createTwoFilesPatch } from 'diff'
import type { FileChange } from './change.ts'

/** A change as a unified diff. */
export function diffOf({ file, text }: FileChange): string {
  const { path, bytes } = file
  const before = bytes === undefined ? '/dev/null' : path
  const after = text === undefined ? '/dev/null' : path
  const patch = createTwoFilesPatch(before, after, file.text, text ?? '', undefined, undefined, {
    context: 3,
  })
  return patch.slice(patch.indexOf('--- '))
}
