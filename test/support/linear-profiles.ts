import { attractor, openclaw, pi, vtcode, zdx } from '../../src/extra/profiles/index.ts'
import { createMemoryStore } from '../../src/index.ts'
import { type Measured, pieces } from './linear-functions.ts'

const length = { name: 'length', count: (text: string) => text.length }

const ofPi: Measured[] = [
  {
    name: 'pi.truncateHead',
    prepare:
      ({ text }) =>
      () =>
        pi.truncateHead(text),
  },
  {
    name: 'pi.truncateHead of half',
    prepare:
      ({ text }) =>
      () =>
        pi.truncateHead(text, { maxLines: Infinity, maxBytes: text.length >> 1 }),
  },
  {
    name: 'pi.truncateTail',
    prepare:
      ({ text }) =>
      () =>
        pi.truncateTail(text, { maxLines: Infinity, maxBytes: text.length >> 1 }),
  },
  {
    name: 'pi.truncateLine',
    prepare:
      ({ text }) =>
      () =>
        pi.truncateLine(text),
  },
  {
    name: 'pi.bash',
    prepare:
      ({ bytes }) =>
      () =>
        pi.bash(bytes, { exitCode: 1 }),
  },
  {
    name: 'pi.read',
    prepare:
      ({ text }) =>
      () =>
        pi.read(text),
  },
  {
    name: 'pi.grep',
    prepare:
      ({ text }) =>
      () =>
        pi.grep(text, { limit: 1e9 }),
  },
  {
    name: 'pi.grep of matches',
    prepare({ text }) {
      const matches = text
        .split('\n')
        .map((line, at) => ({ path: `f${at % 7}`, line: at + 1, text: line, before: ['b'] }))
      return () => pi.grep(matches, { limit: 1e9 })
    },
  },
  {
    name: 'pi.find',
    prepare:
      ({ text }) =>
      () =>
        pi.find(text, { limit: 1e9 }),
  },
  {
    name: 'pi.ls',
    prepare:
      ({ text }) =>
      () =>
        pi.ls(text.split('\n'), { limit: 1e9 }),
  },
  {
    name: 'pi.warning',
    prepare:
      ({ text }) =>
      () =>
        pi.warning(pi.bash(text).details ?? {}),
  },
]

const ofAttractor: Measured[] = [
  {
    name: 'attractor.truncate',
    prepare:
      ({ text }) =>
      () =>
        attractor.truncate(text, 1000),
  },
  {
    name: 'attractor.truncate to half',
    prepare:
      ({ text }) =>
      () =>
        attractor.truncate(text, text.length >> 2),
  },
  {
    name: 'attractor.truncateTool',
    prepare:
      ({ text }) =>
      () =>
        attractor.truncateTool('run_command', text),
  },
  {
    name: 'attractor.truncateTool to half',
    prepare:
      ({ text }) =>
      () =>
        attractor.truncateTool('read_file', text, { maxChars: text.length >> 2, maxLines: text.length >> 5 }),
  },
  {
    name: 'attractor.createEventLog',
    prepare({ text }) {
      const outputs = pieces(text, 200)
      return () => {
        const log = attractor.createEventLog({ maxBytes: 10_000 })
        for (const output of outputs) log.append({ tool: 'read_file', output, text: '', truncated: false })
        return [log.find({ truncated: true }), log.get(outputs.length)]
      }
    },
  },
  {
    name: 'attractor.createRunDirectory',
    prepare({ text }) {
      const outputs = pieces(text, 2000)
      return async () => {
        const run = attractor.createRunDirectory(createMemoryStore())
        for (const output of outputs) await run.write('read_file', output)
        return run.list()
      }
    },
  },
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
  {
    name: 'zdx.read',
    prepare:
      ({ text }) =>
      () =>
        zdx.read(text),
  },
  {
    name: 'zdx.read of long lines',
    prepare:
      ({ bytes }) =>
      () =>
        zdx.read(bytes, { maxLineLength: 1e9 }),
  },
  {
    name: 'zdx.bash',
    prepare:
      ({ text }) =>
      () =>
        zdx.bash({ stdout: text, stderr: text }),
  },
  {
    name: 'zdx.truncateAtUtf8Boundary',
    prepare:
      ({ bytes }) =>
      () =>
        zdx.truncateAtUtf8Boundary(bytes, bytes.length >> 1),
  },
  {
    name: 'zdx.envelope',
    prepare:
      ({ text }) =>
      () =>
        zdx.envelope(new Error(text)),
  },
  {
    name: 'zdx.failure',
    prepare:
      ({ text }) =>
      () =>
        zdx.failure(text, text, text),
  },
  {
    name: 'zdx.warnings',
    prepare:
      ({ text }) =>
      () =>
        zdx.warnings(zdx.bash(text)),
  },
]

const ofVtcode: Measured[] = [
  {
    name: 'vtcode.truncate',
    prepare:
      ({ text }) =>
      () =>
        vtcode.truncate(text, { maxTokens: 1000 }),
  },
  {
    name: 'vtcode.truncate to half',
    prepare:
      ({ text }) =>
      () =>
        vtcode.truncate(text, { maxTokens: Math.ceil(text.length / 10) }),
  },
  {
    name: 'vtcode.truncate by a counter',
    prepare:
      ({ text }) =>
      () =>
        vtcode.truncate(text, { maxTokens: 5000, tokens: length }),
  },
  {
    name: 'vtcode.truncateAsync',
    prepare:
      ({ text }) =>
      () =>
        vtcode.truncateAsync(text, {
          maxTokens: 5000,
          tokens: { name: 'later', count: async (t: string) => t.length },
        }),
  },
  {
    name: 'vtcode.estimateTokens',
    prepare:
      ({ text }) =>
      () =>
        vtcode.estimateTokens(text),
  },
  {
    name: 'vtcode.isCode',
    prepare:
      ({ text }) =>
      () =>
        vtcode.isCode(text, 'enhanced'),
  },
  {
    name: 'vtcode.stripAnsi',
    prepare:
      ({ text }) =>
      () =>
        vtcode.stripAnsi(text),
  },
  {
    name: 'vtcode.display',
    prepare:
      ({ text }) =>
      () =>
        vtcode.display(text),
  },
  {
    name: 'vtcode.display of a fence',
    prepare:
      ({ text }) =>
      () =>
        vtcode.display(text, { mode: 'fence' }),
  },
  {
    name: 'vtcode.display of many lines',
    prepare:
      ({ text }) =>
      () =>
        vtcode.display(text, { mode: 'compact', tailLines: 1e9 }),
  },
  {
    name: 'vtcode.fenceHeader',
    prepare:
      ({ text }) =>
      () =>
        vtcode.fenceHeader(text),
  },
  {
    name: 'vtcode.spool',
    prepare:
      ({ text }) =>
      () =>
        vtcode.spool(text, { write: () => undefined }),
  },
  {
    name: 'vtcode.toolOutput',
    prepare:
      ({ text }) =>
      () =>
        vtcode.toolOutput(text),
  },
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
  {
    name: 'openclaw.hasImportantTail',
    prepare:
      ({ text }) =>
      () =>
        openclaw.hasImportantTail(text),
  },
  {
    name: 'openclaw.truncateToolResultText',
    prepare:
      ({ text }) =>
      () =>
        openclaw.truncateToolResultText(text, text.length >> 1),
  },
]

export const profileFunctions: readonly Measured[] = [
  ...ofPi,
  ...ofAttractor,
  ...ofZdx,
  ...ofVtcode,
  ...ofOpenclaw,
]
