import { expect, inject, it } from 'vitest'

it('compiles each program and each example of docs/sdks.md against the types of the SDKs', () => {
  expect(inject('compilerProblem')).toBe('')
})
