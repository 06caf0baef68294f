import assert from 'node:assert/strict'
import { regexesFor } from '../rivals/regex.mjs'
import { cutBuffer, cutBySplit, cutString } from '../rivals/truncate.mjs'
import { asBuffer } from '../windows.mjs'

const KIB = 1024
const MIB = 1024 * KIB
const limits = { maxLines: 2000, maxBytes: 30 * KIB }
const options = { ...limits, keep: 'ends', errors: true }
const QUESTION_MARK = 0x3f

/** The forms of input that a caller may pass, made from a cell's bytes. */
const forms = {
  Buffer: { make: asBuffer, groups: ['size', 'kind', 'real'], takes: isBufferCell },
  'one-byte string': { make: oneByteString, groups: ['size'], takes: isStringCell },
  'two-byte string': { make: (bytes) => asBuffer(bytes).utf8Slice(), groups: ['size'], takes: isStringCell },
}

/** Times the whole call on each form of input. */
export const truncateTasks = (library) =>
  Object.entries(forms).map(([form, how]) => truncateTask(library, form, how))

function truncateTask({ truncate, hasWasm, errorPatterns }, form, { make, groups, takes }) {
  const regexes = regexesFor(errorPatterns)
  const isBuffer = form === 'Buffer'
  const call = (backend) => (_bytes, input) => truncate(input, { ...options, backend })
  const bySplit = (_bytes, input) => cutBySplit(isBuffer ? input.utf8Slice() : input, limits, regexes)
  const byNatives = (_bytes, input) => (isBuffer ? cutBuffer : cutString)(input, limits, regexes)
  const rival = { role: 'rival', answers: 'plain', read: readRival }
  const contenders = [
    { name: 'truncate, js', role: 'js', run: call('js'), read: readResult },
    { name: 'naive split', ...rival, run: bySplit },
    { name: 'tuned natives', ...rival, run: byNatives },
  ]
  if (hasWasm)
    contenders.unshift({ name: 'truncate, wasm', role: 'wasm', run: call('wasm'), read: readResult })
  return {
    name: `truncate, ${form}`,
    unit: 'ms',
    groups,
    takes,
    compare: ['tuned natives'],
    argument: make,
    check: (_bytes, input) =>
      hasWasm && assertSame(call('wasm')(undefined, input), call('js')(undefined, input)),
    expected: (_bytes, { lines, matches }) => ({
      all: { totalLines: lines, withinLimits: true },
      plain: { totalLines: lines, totalErrors: matches.plain.length, withinLimits: true },
    }),
    note: 'Tuned natives: indexOf, /\\b(…)/gi, slices. Naive: decode, split, /\\b(…)/i a line. Both look for the 24 words, keep two error lines and judge none, with no cuts between graphemes, no markers, no coordinates, no way back.',
    contenders,
  }
}

/** Fewer cells than for bytes, so that the whole run stays within minutes. */
function isStringCell({ length }) {
  return [8 * KIB, 128 * KIB, 2 * MIB, 8 * MIB].includes(length)
}

function isBufferCell({ length }, group) {
  return group === 'size' || length <= 2 * MIB
}

/** An ASCII string, which V8 stores with one byte per character. */
function oneByteString(bytes) {
  return asBuffer(bytes.map((byte) => (byte < 0x80 ? byte : QUESTION_MARK))).latin1Slice()
}

function assertSame(wasm, js) {
  assert.equal(wasm.backend, 'wasm')
  assert.deepEqual({ ...wasm, backend: 'js' }, js)
}

/** pith judges lines by more than words, so only totals and limits are compared. */
const readResult = ({ text, totalLines }) => ({ totalLines, withinLimits: isWithinLimits(text) })

const readRival = ({ text, totalLines, totalErrors }) => ({
  totalLines,
  totalErrors,
  withinLimits: isWithinLimits(text),
})

const isWithinLimits = (text) =>
  Buffer.byteLength(text) <= limits.maxBytes && text.split('\n').length <= limits.maxLines + 1
