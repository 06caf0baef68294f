// Words of generated outputs, and questions that a text of its own answers.

const WORDS =
  'amber basalt cedar delta ember fjord garnet hazel indigo juniper kelp lotus maple nickel onyx pearl quartz raven sable topaz umber violet willow yarrow zephyr'.split(
    ' ',
  )

export const names = { pick: (random) => WORDS[Math.floor(random() * WORDS.length)] }

/** Questions that are answered where a text stands in the cut. */
export const asksFor = (answers) =>
  Object.entries(answers).map(([name, answer]) => ({ name, ask: ({ text }) => text.includes(answer) }))
