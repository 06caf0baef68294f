import { log, report } from '../log.ts'
import { tools } from './agent.ts'
import { answer } from './loop.ts'

const { OUTER_MODEL = '', INNER_MODEL = '' } = process.env

const inner: unknown[] = []
const subagent = async () => {
  const { text, full } = await answer(INNER_MODEL, 'Why does the build fail?', tools)
  inner.push(...full)
  return text
}
const { text, full } = await answer(OUTER_MODEL, 'Ask another one.', { ...tools, subagent })

const isWhole = (result: unknown) => result === log || (result as { stdout?: string }).stdout === log
report({ text, full: full.map(isWhole), inner: inner.map(isWhole) })
