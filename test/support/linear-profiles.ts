import { attractor, openclaw, pi, vtcode, zdx } from '../../src/extra/profiles/index.ts'
import { createMemoryStore } from '../../src/index.ts'
import { type Measured, pieces, row } from './linear-functions.ts'

const length = { name: 'length', count: (text: string) => text.length }

const ofPi: Measured[] = [
  row('pi.truncateHead', ({ text }) => pi.truncateHead(text)),
  row('pi.truncateHead of half', ({ text }) =>
    pi.truncateHead(text, { maxLines: Infinity, maxBytes: text.length >> 1 }),
  ),
  row('pi.truncateTail', ({ text }) =>
    pi.truncateTail(text, { maxLines: Infinity, maxBytes: text.length >> 1 }),
  ),
  row('pi.truncateLine', ({ text }) => pi.truncateLine(text)),
  row('pi.bash', ({ bytes }) => pi.bash(bytes, { exitCode: 1 })),
  row('pi.read', ({ text }) => pi.read(text)),
  row('pi.grep', ({ text }) => pi.grep(text, { limit: 1e9 })),
  {
    name: 'pi.grep of matches',
    prepare({ text }) {
      const matches = text
        .split('\n')
        .map((line, at) => ({ path: `f${at % 7}`, line: at + 1, text: line, before: ['b'] }))
      return () => pi.grep(matches, { limit: 1e9 })
    },
  },
  row('pi.find', ({ text }) => pi.find(text, { limit: 1e9 })),
  row('pi.ls', ({ text }) => pi.ls(text.split('\n'), { limit: 1e9 })),
  row('pi.warning', ({ text }) => pi.warning(pi.bash(text).details ?? {})),
]

const ofAttractor: Measured[] = [
  row('attractor.truncate', ({ text }) => attractor.truncate(text, 1000)),
  row('attractor.truncate to half', ({ text }) => attractor.truncate(text, text.length >> 2)),
  row('attractor.truncateTool', ({ text }) => attractor.truncateTool('run_command', text)),
  row('attractor.truncateTool to half', ({ text }) =>
    attractor.truncateTool('read_file', text, { maxChars: text.length >> 2, maxLines: text.length >> 5 }),
  ),
  {
    name: 'attractor.createSession',
    prepare({ text }) {
      const outputs = pieces(text, 2000)
      return async () => {
        const limits = { read_file: { maxLines: 3 } }
        const session = attractor.createSession({ limits, store: createMemoryStore(), maxLogBytes: 10_000 })
        for (const output of outputs) await session.record('read_file', output)
        return [session.events(), session.artifacts()]
      }
    },
  },
]

const ofZdx: Measured[] = [
  row('zdx.read', ({ text }) => zdx.read(text)),
  row('zdx.read of long lines', ({ bytes }) => zdx.read(bytes, { maxLineLength: 1e9 })),
  row('zdx.bash', ({ text }) => zdx.bash({ stdout: text, stderr: text })),
  row('zdx.truncateAtUtf8Boundary', ({ bytes }) => zdx.truncateAtUtf8Boundary(bytes, bytes.length >> 1)),
  row('zdx.envelope', ({ text }) => zdx.envelope(new Error(text))),
  row('zdx.failure', ({ text }) => zdx.failure(text, text, text)),
  row('zdx.warnings', ({ text }) => zdx.warnings(zdx.bash(text))),
]

const ofVtcode: Measured[] = [
  row('vtcode.truncate', ({ text }) => vtcode.truncate(text, { maxTokens: 1000 })),
  row('vtcode.truncate to half', ({ text }) =>
    vtcode.truncate(text, { maxTokens: Math.ceil(text.length / 10) }),
  ),
  row('vtcode.truncate by a counter', ({ text }) =>
    vtcode.truncate(text, { maxTokens: 5000, tokens: length }),
  ),
  row('vtcode.truncateAsync', ({ text }) =>
    vtcode.truncateAsync(text, {
      maxTokens: 5000,
      tokens: { name: 'later', count: async (t: string) => t.length },
    }),
  ),
  row('vtcode.estimateTokens', ({ text }) => vtcode.estimateTokens(text)),
  row('vtcode.isCode', ({ text }) => vtcode.isCode(text, 'enhanced')),
  row('vtcode.stripAnsi', ({ text }) => vtcode.stripAnsi(text)),
  row('vtcode.display', ({ text }) => vtcode.display(text)),
  row('vtcode.display of a fence', ({ text }) => vtcode.display(text, { mode: 'fence' })),
  row('vtcode.display of many lines', ({ text }) =>
    vtcode.display(text, { mode: 'compact', tailLines: 1e9 }),
  ),
  row('vtcode.fenceHeader', ({ text }) => vtcode.fenceHeader(text)),
  row('vtcode.spool', ({ text }) => vtcode.spool(text, { write: () => undefined })),
  row('vtcode.toolOutput', ({ text }) => vtcode.toolOutput(text)),
  {
    name: 'vtcode.cacheTokenCounts',
    prepare({ text }) {
      const parts = pieces(text, 100)
      return () => {
        const counter = vtcode.cacheTokenCounts()
        for (const part of parts) counter.count(part)
      }
    },
  },
  {
    name: 'vtcode.createTokenBudget',
    prepare({ text }) {
      const parts = pieces(text, 100)
      return () => {
        const budget = vtcode.createTokenBudget()
        parts.forEach((part, at) => {
          budget.track(`c${at % 1000}`, part)
        })
        return budget.breakdown()
      }
    },
  },
]

const ofOpenclaw: Measured[] = [
  row('openclaw.hasImportantTail', ({ text }) => openclaw.hasImportantTail(text)),
  row('openclaw.truncateToolResultText', ({ text }) =>
    openclaw.truncateToolResultText(text, text.length >> 1),
  ),
]

export const profileFunctions: readonly Measured[] = [
  ...ofPi,
  ...ofAttractor,
  ...ofZdx,
  ...ofVtcode,
  ...ofOpenclaw,
]
