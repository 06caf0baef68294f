/** How a terminal reads escape sequences, where terminals differ. */
export interface Terminal {
  /** U+0080 to U+009F are controls. */
  c1: boolean
  /** BEL ends every string, not only an OSC. */
  belEndsAll: boolean
  /** Any ESC ends a string. If false, `ESC \` alone does. */
  escEnds: boolean
  /** CAN and SUB end a string. */
  cancels: boolean
  /** `ESC k` and `ESC !` begin strings. */
  titles: boolean
  /** What a character beyond ASCII does to a control sequence. */
  wide: 'stays' | 'aborts'
  /** `ESC [ [` takes one more byte. */
  functionKeys: boolean
}

const both = [false, true] as const

/** All combinations. */
export const terminals: readonly Terminal[] = both.flatMap((c1) =>
  both.flatMap((belEndsAll) =>
    both.flatMap((escEnds) =>
      both.flatMap((cancels) =>
        both.flatMap((titles) =>
          (['stays', 'aborts'] as const).flatMap((wide) =>
            both.map((functionKeys) => ({ c1, belEndsAll, escEnds, cancels, titles, wide, functionKeys })),
          ),
        ),
      ),
    ),
  ),
)

type State =
  | 'ground'
  | 'escape'
  | 'intermediate'
  | 'control'
  | 'function'
  | 'osc'
  | 'string'
  | 'inOsc'
  | 'inString'

/** True when a terminal that reads a text from its ground state is in its ground state again at the end. */
export function endsAtRest(text: string, terminal: Terminal): boolean {
  let state: State = 'ground'
  CONTROL.lastIndex = 0
  for (let found = CONTROL.exec(text); found; found = CONTROL.exec(text)) {
    let at = found.index
    do {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
      state = after(state, character, terminal)
      at += character.length
    } while (state !== 'ground' && at < text.length)
    CONTROL.lastIndex = at
  }
  return state === 'ground'
}

const ESC = '\x1b'
const CONTROL = new RegExp(`[${ESC}\\x80-\\x9f]`, 'g')

function after(state: State, character: string, terminal: Terminal): State {
  const code = character.codePointAt(0) ?? 0
  const isString = state === 'osc' || state === 'string' || state === 'inOsc' || state === 'inString'
  if (isString && !terminal.escEnds) return inLongString(state, code, terminal)
  if (code === 0x1b) return 'escape'
  if (terminal.c1 && code >= 0x80 && code < 0xa0) return afterC1(code)
  if (isString) return inString(state, code, terminal)
  if (code === 0x18 || code === 0x1a) return 'ground'
  if (code < 0x20 || code === 0x7f || state === 'ground') return state
  if (state === 'function') return 'ground'
  if (code >= 0x80) return terminal.wide === 'stays' ? state : 'ground'
  if (state === 'control') return afterParameter(character, terminal)
  if (code < 0x30)
    return state === 'escape' && character === '!' && terminal.titles ? 'string' : 'intermediate'
  return state === 'escape' ? afterEscape(character, terminal) : 'ground'
}

function afterParameter(character: string, { functionKeys }: Terminal): State {
  if (character < '@') return 'control'
  return functionKeys && character === '[' ? 'function' : 'ground'
}

function afterEscape(character: string, { titles }: Terminal): State {
  if (character === '[') return 'control'
  if (character === ']') return 'osc'
  return 'PX^_'.includes(character) || (titles && character === 'k') ? 'string' : 'ground'
}

function afterC1(code: number): State {
  if (code === 0x9b) return 'control'
  if (code === 0x9d) return 'osc'
  return [0x90, 0x98, 0x9e, 0x9f].includes(code) ? 'string' : 'ground'
}

function inString(state: State, code: number, { belEndsAll, cancels }: Terminal): State {
  if (code === 0x07 && (belEndsAll || state === 'osc')) return 'ground'
  return cancels && (code === 0x18 || code === 0x1a) ? 'ground' : state
}

/** A string that only its terminator ends. An ESC before the terminator's ESC takes it as data. */
function inLongString(state: State, code: number, terminal: Terminal): State {
  const kind = state === 'osc' || state === 'inOsc' ? 'osc' : 'string'
  if (state === 'inOsc' || state === 'inString') return code === 0x5c ? 'ground' : kind
  if (code === 0x1b) return kind === 'osc' ? 'inOsc' : 'inString'
  if (terminal.c1 && code === 0x9c) return 'ground'
  return inString(kind, code, terminal)
}
