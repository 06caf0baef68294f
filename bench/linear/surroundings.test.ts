import { afterAll, expect, it } from 'vitest'
import { adapterFunctions } from '../../test/support/linear-adapters.ts'
import { listFunctions } from '../../test/support/linear-lists.ts'
import { nodeFunctions, removeFolder } from '../../test/support/linear-node.ts'
import { profileFunctions } from '../../test/support/linear-profiles.ts'
import { measure, slowdown } from './measure.ts'

measure([...nodeFunctions, ...profileFunctions, ...adapterFunctions])

it.each(listFunctions)(
  'four times the input costs at most five times as much in $name',
  async ({ name, prepare }) => {
    expect(await slowdown(prepare, name)).toEqual([])
  },
)

afterAll(removeFolder)
