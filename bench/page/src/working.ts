import { byId } from './dom.ts'
import type { Progress, WorkName, Works } from './messages.ts'
import { Cancelled, start, type Work } from './work.ts'

/** A progress bar with text and a cancel button, and its work. New work replaces old work. */
export class Working {
  readonly #box: HTMLElement
  readonly #status: HTMLElement
  #work: Work<unknown> | undefined

  /** @param id prefix of the elements `<id>-work` and `<id>-status`. */
  constructor(id: string) {
    this.#box = byId(`${id}-work`)
    this.#status = byId(`${id}-status`)
    this.#part('cancel').addEventListener('click', () => this.#work?.cancel())
  }

  /** The result; undefined when the work failed, was cancelled or was replaced by newer work. The status says so. */
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
