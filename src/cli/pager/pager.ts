import { errorsOf, search } from '../../host/search.ts'
import type { ArtifactStat, ArtifactStore } from '../../store/store.ts'
import { collectPlaces, type FoundPlaces, nextPlace, previousPlace } from './found.ts'
import { frameOf, type ViewState } from './frame.ts'
import { ViewLines } from './lines.ts'
import { FullScreen, type Key } from './screen.ts'
import { shownLine } from './text.ts'

/** While a search runs, the screen is drawn at most once in this time. */
const DRAW_MS = 80
const SIDE_COLUMNS = 16

/** A pager for one artifact. `run` ends with the exit status when the reader has finished. */
export class Pager {
  readonly #store: ArtifactStore
  readonly #stat: ArtifactStat
  readonly #screen: FullScreen
  readonly #hasColours = !process.env.NO_COLOR
  readonly #state: ViewState
  #lines: ViewLines
  #top = 1
  /** Keys are obeyed one after another, because each may wait for the store. */
  #queue: Promise<void> = Promise.resolve()
  #drawTimer: NodeJS.Timeout | undefined
  /** The search that the reader waits for, and where the answer is wanted. */
  #isJumpWanted = false
  #searchNumber = 0
  #isEnded = false
  #end: (status: number) => void = () => {}
  #fail: (error: unknown) => void = () => {}

  constructor(store: ArtifactStore, stat: ArtifactStat, title: string, isFolded: boolean) {
    this.#store = store
    this.#stat = stat
    this.#lines = new ViewLines(store, stat, isFolded)
    this.#screen = new FullScreen({
      onKey: (key) => this.#later(() => this.#obey(key)),
      onRedraw: () => this.#later(async () => {}),
      onEnd: (status) => this.#finish(status),
    })
    this.#state = {
      ...{ title: shownLine(title), totalLines: stat.lines, rows: [], left: 0, focus: undefined, isFolded },
      errors: { lines: [], isFull: false, isDone: false, failure: undefined },
      ...{ matches: undefined, pattern: '', prompt: undefined, message: '', isHelp: false },
    }
  }

  async run(): Promise<number> {
    const ended = new Promise<number>((resolve, reject) => {
      this.#end = resolve
      this.#fail = reject
    })
    try {
      this.#screen.open()
      const found = errorsOf(this.#store, this.#stat.id, { before: 0, after: 0, maxLineLength: 1 })
      this.#state.errors = collectPlaces(found, this.#soon, () => !this.#isEnded)
      return await ended
    } finally {
      this.#finish(0)
      this.#screen.close()
    }
  }

  #finish(status: number): void {
    this.#isEnded = true
    clearTimeout(this.#drawTimer)
    this.#end(status)
  }

  #later(act: () => Promise<void>): void {
    this.#queue = this.#queue
      .then(async () => {
        if (this.#isEnded) return
        await act()
        await this.#draw()
      })
      .catch(this.#fail)
  }

  readonly #soon = (): void => {
    if (this.#isEnded) return
    this.#drawTimer ??= setTimeout(() => {
      this.#drawTimer = undefined
      this.#later(async () => this.#jumpToFirst())
    }, DRAW_MS)
  }

  async #draw(): Promise<void> {
    const { rows, columns } = this.#screen
    this.#state.rows = this.#stat.lines === 0 ? [] : await this.#lines.from(this.#top, rows - 1)
    if (!this.#isEnded) this.#screen.draw(frameOf(this.#state, rows, columns, this.#hasColours))
  }

  async #obey(key: Key): Promise<void> {
    const state = this.#state
    state.message = ''
    if (state.prompt) return this.#edit(key)
    if (state.isHelp) {
      state.isHelp = false
      return
    }
    const word = key.name !== undefined && key.name.length > 1 ? key.name : key.sequence
    await this.#actions[key.ctrl ? `ctrl-${key.name}` : (word ?? '')]?.()
  }

  readonly #page = () => Math.max(1, this.#screen.rows - 2)

  readonly #actions: Readonly<Record<string, () => unknown>> = {
    q: () => this.#finish(0),
    j: () => this.#scroll(1),
    down: () => this.#scroll(1),
    return: () => this.#scroll(1),
    k: () => this.#scroll(-1),
    up: () => this.#scroll(-1),
    space: () => this.#scroll(this.#page()),
    pagedown: () => this.#scroll(this.#page()),
    'ctrl-f': () => this.#scroll(this.#page()),
    'ctrl-d': () => this.#scroll(Math.ceil(this.#page() / 2)),
    b: () => this.#scroll(-this.#page()),
    pageup: () => this.#scroll(-this.#page()),
    'ctrl-b': () => this.#scroll(-this.#page()),
    'ctrl-u': () => this.#scroll(-Math.ceil(this.#page() / 2)),
    g: () => this.#goTo(1),
    home: () => this.#goTo(1),
    G: () => this.#goToEnd(),
    end: () => this.#goToEnd(),
    h: () => this.#aside(-SIDE_COLUMNS),
    left: () => this.#aside(-SIDE_COLUMNS),
    l: () => this.#aside(SIDE_COLUMNS),
    right: () => this.#aside(SIDE_COLUMNS),
    n: () => this.#step(nextPlace, 'below'),
    p: () => this.#step(previousPlace, 'above'),
    N: () => this.#step(previousPlace, 'above'),
    '/': () => this.#ask('/'),
    ':': () => this.#ask(':'),
    escape: () => this.#endSearch(),
    f: () => this.#fold(),
    '?': () => {
      this.#state.isHelp = true
    },
  }

  #ask(sign: '/' | ':'): void {
    this.#state.prompt = { sign, text: '' }
  }

  #aside(columns: number): void {
    this.#state.left = Math.max(0, this.#state.left + columns)
  }

  async #edit({ name, sequence = '', ctrl, meta }: Key): Promise<void> {
    const { prompt } = this.#state
    if (!prompt) return
    if (name === 'return' || name === 'enter') {
      this.#state.prompt = undefined
      if (prompt.text !== '')
        await (prompt.sign === '/' ? this.#search(prompt.text) : this.#goToNumber(prompt.text))
    } else if (name === 'escape' || (name === 'backspace' && prompt.text === ''))
      this.#state.prompt = undefined
    else if (name === 'backspace') prompt.text = Array.from(prompt.text).slice(0, -1).join('')
    else if (!ctrl && !meta && /^\P{Cc}+$/u.test(sequence)) prompt.text += sequence
  }

  async #scroll(rows: number): Promise<void> {
    if (this.#stat.lines === 0) return
    if (rows < 0) {
      this.#top = await this.#lines.before(this.#top, -rows)
      return
    }
    const shown = await this.#lines.from(this.#top, rows + 1)
    const last = await this.#lastTop()
    this.#top = Math.max(this.#top, Math.min(last, shown[shown.length - 1]?.firstLine ?? 1))
  }

  /** The top at which the last line is at the bottom. */
  async #lastTop(): Promise<number> {
    const { lines } = this.#stat
    return this.#lines.before(lines + 1, Math.max(1, this.#screen.rows - 1))
  }

  async #goTo(line: number): Promise<void> {
    if (this.#stat.lines === 0) return
    const [row] = await this.#lines.from(Math.min(line, this.#stat.lines), 1)
    this.#top = Math.min(row?.firstLine ?? 1, await this.#lastTop())
  }

  async #goToEnd(): Promise<void> {
    if (this.#stat.lines > 0) this.#top = await this.#lastTop()
  }

  async #goToNumber(text: string): Promise<void> {
    const line = Number(text)
    const { lines } = this.#stat
    if (!Number.isSafeInteger(line) || line < 1 || line > lines) {
      this.#state.message = `Expected a line from 1 to ${lines}, got ${shownLine(text)}.`
      return
    }
    await this.#jump(line)
  }

  /** Shows a line in the upper third of the screen, with what comes before it. */
  async #jump(line: number): Promise<void> {
    this.#state.focus = line
    const top = await this.#lines.before(line, Math.floor(this.#screen.rows / 3))
    this.#top = Math.min(top, await this.#lastTop())
  }

  async #step(placeOf: typeof nextPlace, where: string): Promise<void> {
    const { errors, matches, focus, rows } = this.#state
    const places = matches ?? errors
    const bottom = rows[rows.length - 1]?.lastLine ?? this.#top
    const isFocusShown = focus !== undefined && focus >= this.#top && focus <= bottom
    const from = isFocusShown ? focus : where === 'below' ? this.#top - 1 : bottom + 1
    const line = placeOf(places.lines, from, matches === undefined)
    const what = matches === undefined ? 'error' : 'match'
    if (line !== undefined) await this.#jump(line)
    else this.#state.message = `There is no ${what} ${where}${places.isDone ? '' : ' so far'}.`
  }

  async #fold(): Promise<void> {
    const state = this.#state
    state.isFolded = !state.isFolded
    this.#lines = new ViewLines(this.#store, this.#stat, state.isFolded)
    await this.#goTo(this.#top)
  }

  #endSearch(): void {
    this.#searchNumber++
    this.#state.matches = undefined
  }

  #search(text: string): void {
    const number = ++this.#searchNumber
    const { id } = this.#stat
    try {
      const pattern = new RegExp(text, /\p{Lu}/u.test(text) ? 'u' : 'iu')
      const found = search(this.#store, id, pattern, { maxLineLength: 1 })
      const isWanted = () => !this.#isEnded && number === this.#searchNumber
      this.#state.matches = collectPlaces(found, this.#soon, isWanted)
      this.#state.pattern = shownLine(text)
      this.#isJumpWanted = true
    } catch (error) {
      this.#state.message = shownLine(reasonOf(error))
    }
  }

  /** Goes to the first match behind the screen's top when a search has found it, or has come to its end. */
  async #jumpToFirst(): Promise<void> {
    const { matches } = this.#state
    if (!this.#isJumpWanted || matches === undefined) return
    const line = nextPlace(matches.lines, this.#top - 1, false)
    if (line === undefined && !matches.isDone) return
    this.#isJumpWanted = false
    if (line !== undefined) await this.#jump(line)
    else this.#reportNone(matches)
  }

  #reportNone({ lines, failure }: FoundPlaces): void {
    if (failure !== undefined) this.#state.message = shownLine(failure)
    else this.#state.message = lines.length === 0 ? 'No line matches.' : 'No line below matches; p goes up.'
  }
}

/** Why a pattern is none, without the pattern, which the reader has just typed. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/^Invalid regular expression: \/.*\/\w*: /su, 'Not a pattern: ')
}
