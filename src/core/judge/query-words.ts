// The words of a query: what a reader of an output wants to know, in a few words or a sentence.

/** Words of a query that are looked for. */
const MOST_WORDS = 16

/** Words of English that say nothing of what is asked for. Rarer ones weigh as much as they are rare. */
const STOP_WORDS =
  /^(?:an?|the|of|to|[io]n|at|by|for|from|with|as|and|or|i[fst]|are|was|be|do|does|did|ha[sd]|have|can|could|should|th[ae][tn]|this|wh(?:at|ich|o|en|ere|y)|how|so|not?|you)$/

/** A longer run of letters is several words, so that none takes long to compare. */
const WORDS = /[\p{L}\p{M}\p{N}]{1,24}/gu
/** Between the parts of a name such as `parseURLPart`. */
const PARTS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/

/**
 * The words to look for: those of the query and the parts of its names, in small letters, without endings, each once.
 * None for a query of stop words alone.
 */
export function queryWords(query: string): string[] {
  const words = new Set<string>()
  for (const [run] of query.matchAll(WORDS))
    for (const part of run.split(PARTS)) {
      const word = part.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
      if ((word.length > 1 || word > '~') && !STOP_WORDS.test(word)) words.add(stemOf(word))
    }
  return [...words].slice(0, MOST_WORDS)
}

/** A word of English without the ending of a plural or of a form of a verb. What is left begins all of its forms. */
const stemOf = (word: string): string =>
  word
    .replace(/(?<=^[a-z]{4,})(?:ies|ing|ed)$|(?<=^[a-z]{2,}[^sui])s$/, '')
    .replace(/(?<=^[a-z]{3,}([bdgmnprt]))\1$/, '')
    .replace(/(?<=^[a-z]{4,})[ey]$/, '')
