// How well each method does the tasks of each output.

export const SIZES = [2, 4, 16]
const KIB = 1024

/** The share of an output's tasks that a cut does. */
export function scoreOf(cut, tasks) {
  return tasks.reduce((sum, { ask }) => sum + Number(ask(cut)), 0) / tasks.length
}

/**
 * Each method's cut of an output at each size, with its score.
 *
 * @returns {{ method: string, kib: number, score: number, missed: string[] }[]}
 */
export function scoresOf(output, methods) {
  const tasks = output.tasks(output.text)
  const rows = []
  for (const { name, only, cut } of methods) {
    if (only && !only.includes(output.kind)) continue
    for (const kib of SIZES) {
      const made = cut(output, kib * KIB)
      if (name !== 'pi' && made.encoded === undefined) checkSize(made, kib * KIB, `${name}: ${output.name}`)
      const missed = tasks.filter(({ ask }) => Number(ask(made)) < 1)
      rows.push({
        method: name,
        kib,
        kind: made.kind,
        score: scoreOf(made, tasks),
        missed: missed.map((task) => `${task.name} ${Number(task.ask(made)).toFixed(2)}`),
      })
    }
  }
  return rows
}

function checkSize({ text }, maxBytes, of) {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new Error(`${of} has ${bytes} bytes, more than ${maxBytes}.`)
}

const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** The mean score of each method on the outputs of a kind, by size, and how far pith is above the better of head and tail. */
export function kindScores(kind, results) {
  const names = [...new Set(results.flatMap(({ rows }) => rows.map(({ method }) => method)))]
  const of = (method, kib) => {
    const scores = results.flatMap(({ rows }) =>
      rows.filter((row) => row.method === method && row.kib === kib),
    )
    return mean(scores.map(({ score }) => score))
  }
  const methods = names.map((method) => ({ method, scores: SIZES.map((kib) => of(method, kib)) }))
  const ratios = SIZES.map((kib) => of('pith', kib) / Math.max(of('head', kib), of('tail', kib)))
  const missed = results.flatMap(({ output, rows }) =>
    rows
      .filter((row) => row.method === 'pith' && row.missed.length > 0)
      .map((row) => ({ output: output.name, kib: row.kib, as: row.kind, missed: row.missed })),
  )
  return { kind, methods, ratios, missed }
}
