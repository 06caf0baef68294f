/** The element of index.html with this id. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id)
  if (!found) throw new Error(`Expected an element #${id}.`)
  return found as E
}

/** A field of a form by its name. */
export function field<E extends HTMLInputElement | HTMLSelectElement>(
  form: HTMLFormElement,
  name: string,
): E {
  const found = form.elements.namedItem(name)
  if (!found) throw new Error(`Expected a field ${name}.`)
  return found as E
}

/** An element with text in it. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text: string | Node | readonly Node[] = '',
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  made.append(...(Array.isArray(text) ? text : [text as string | Node]))
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}

export const whole = (n: number): string => n.toLocaleString('en')

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${whole(n)} ${n === 1 ? one : many}`
