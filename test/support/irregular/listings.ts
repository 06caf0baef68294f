import { fill, type Generator, lines, name, oneIn, path, skewed, words } from './parts.ts'

// Lists of paths, trees, matches, and files one after the other.

export const find: Generator = (random, bytes) => {
  let folder = './src'
  return lines(random, bytes, () => {
    if (oneIn(random, 12)) folder = `./${path(random)}`
    return oneIn(random, 40) ? `find: ‘${folder}’: Permission denied` : `${folder}/${name(random)}`
  })
}

/** A tree whose depth goes up and down. */
export const tree: Generator = (random, bytes) => {
  let depth = 0
  const most = 1 + skewed(random, 120)
  return `.\n${lines(random, bytes, () => {
    depth = Math.max(0, Math.min(most, depth + random.pick([-3, -1, 0, 0, 1])))
    return `${random.pick(['│   ', '    ', '│\u00a0\u00a0 ']).repeat(depth)}${random.pick(['├── ', '└── ', '|-- '])}${name(random)}`
  })}\n${skewed(random, 99)} directories, ${skewed(random, 999)} files\n`
}

/** Matches with their files, with context or without. */
export const grep: Generator = (random, bytes) => {
  const hasContext = oneIn(random, 3)
  return fill(random, bytes, () => {
    const file = path(random)
    let line = 0
    const matches = Array.from({ length: 1 + skewed(random, 60) }, () => {
      line += 1 + skewed(random, 40)
      const mark = hasContext && oneIn(random, 2) ? '-' : ':'
      return `${file}${mark}${line}${mark}${words(random, 30)}\n${hasContext && oneIn(random, 4) ? '--\n' : ''}`
    })
    return matches.join('')
  })
}

/** Matches below the names of their files, as ripgrep prints them to a terminal. */
export const headed: Generator = (random, bytes) =>
  fill(
    random,
    bytes,
    () => `${path(random)}\n${lines(random, skewed(random, 2000), (at) => `${at + 1}:${words(random)}`)}\n`,
  )

/** tail and head of several files. */
export const files: Generator = (random, bytes) =>
  fill(
    random,
    bytes,
    () => `==> ${path(random)} <==\n${lines(random, skewed(random, 4000), () => words(random))}\n`,
  )
