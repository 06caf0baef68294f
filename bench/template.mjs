// Generated texts are rows: templates with fields, such as `{n90} ms`, `{word}` or `{odd|503|200|304}`.

const FIELD = /\{([a-z]+)(\d*)(?:\+(\d+))?((?:\|[^{}|]*)*)\}/g

/**
 * Fills the fields of a template, inner ones first. A field has a name of `fields`, perhaps a size, an addend and choices:
 * `{n90+10}` is `n(90, 10)`, `{odd|a|b}` is `odd(0, 0, ['a', 'b'])`. Other braces stay.
 *
 * @param {Record<string, (size: number, plus: number, choices: string[]) => string | number>} fields
 */
export function filled(template, fields) {
  const fill = (whole, name, size, plus, choices) =>
    Object.hasOwn(fields, name)
      ? String(fields[name](Number(size), Number(plus ?? 0), choices.split('|').slice(1)))
      : whole
  let text = template
  for (let before; before !== text; ) {
    before = text
    text = text.replaceAll(FIELD, fill)
  }
  return text
}

/** Fields that draw: a number below a bound, digits of hex, one of some choices, mostly the first ones. */
export const drawnFields = (random) => ({
  n: (below, plus) => plus + Math.floor(random() * below),
  hex: (length) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join(''),
  pick: (_, __, choices) => choices[Math.floor(random() * choices.length)],
  usual: (_, __, choices) => choices[Math.floor(choices.length * random() ** 3)],
})
