import { byId } from './dom.ts'
import type { Progress, WorkName, Works } from './messages.ts'
import { Cancelled, start, type Work } from './work.ts'

/** A bar with words and a way out, and the work that it stands for; new work takes the place of the old. */
export class Working {
  readonly #box: HTMLElement
  readonly #status: HTMLElement
  #work: Work<unknown> | undefined

  /** @param id of the elements `<id>-work` and `<id>-status`. */
  constructor(id: string) {
    this.#box = byId(`${id}-work`)
    this.#status = byId(`${id}-status`)
    this.#part('cancel').addEventListener('click', () => this.#work?.cancel())
  }

  /** The answer; undefined when it was cancelled, failed, or gave way to newer work, which the status tells. */
  async run<Name extends WorkName>(
    name: Name,
    request: Works[Name]['request'],
    starting: string,
  ): Promise<Works[Name]['result'] | undefined> {
    this.#work?.cancel()
    const work = start(name, request, (progress) => this.#show(progress))
    this.#work = work
    this.#show({ done: 0, told: starting })
    this.#box.hidden = false
    this.#status.textContent = ''
    try {
      const result = await work.result
      return this.#work === work ? result : undefined
    } catch (error) {
      if (this.#work === work)
        this.say(error instanceof Cancelled ? 'Cancelled.' : messageOf(error), !(error instanceof Cancelled))
      return undefined
    } finally {
      if (this.#work === work) this.#box.hidden = true
    }
  }

  say(words: string, isFailure = false): void {
    this.#status.textContent = words
    this.#status.classList.toggle('failure', isFailure)
  }

  #show({ done, told }: Progress): void {
    const bar = this.#box.querySelector('progress')
    if (bar) bar.value = done
    this.#part('told').textContent = told
  }

  #part(name: string): HTMLElement {
    const found = this.#box.querySelector<HTMLElement>(`[data-part=${name}]`)
    if (!found) throw new Error(`Expected a part ${name}.`)
    return found
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
