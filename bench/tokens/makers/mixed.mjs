// The content of a session: outputs of many tools, one after the other.
import { made } from './kind.mjs'
import { number, path, pick, word } from './lexicon.mjs'

/** Kinds mixed from the given kinds that are not fitted. */
export function mixed(kinds) {
  const texts = kinds.filter(({ fitted }) => !fitted).flatMap(({ samples }) => samples)
  return [
    made({ kind: 'outputs of many tools' }, (random, chars) => {
      let text = ''
      while (text.length < chars)
        text += `$ ${word(random)} ${path(random)}\n${part(random, pick(random, texts))}\n`
      return text
    }),
  ]
}

/** Some lines from anywhere in the text. */
function part(random, text) {
  const from = text.indexOf('\n', number(random, text.length / 2)) + 1
  const to = text.indexOf('\n', from + 200 + number(random, 2000))
  return text.slice(from, to === -1 ? from + 1000 : to)
}
