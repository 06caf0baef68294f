import { expect, it } from 'vitest'
import { TreeNodes } from '../../../src/host/list/tree-nodes.ts'
import type { WalkedEntry } from '../../../src/host/walk/walk.ts'

it('a folder that could not be read is not said to be empty', () => {
  const tree = new TreeNodes('.', 10, 10, (name) => name)
  const add = (name: string): void => tree.add({ name, path: name, kind: 'folder', depth: 1 } as WalkedEntry)
  add('locked')
  tree.noteUnread()
  add('other')
  expect(tree.draw(2)).toBe('./ (2 folders)\n  locked/ (not read)\n  other/ (empty)\n')
})
