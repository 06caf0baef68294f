import { describe, expect, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'

/** Node with a line of script run first, so that the command meets what that breaks. */
const withScript = (script: string, words: readonly string[]) => [
  `--import=data:text/javascript,${encodeURIComponent(script)}`,
  distFile('cli/main.js'),
  ...words,
]

describe('pith bench', () => {
  const box = useCommand()

  it('times each contender of each job on each input, as one line of JSON', async () => {
    const { status, stdout, stderr } = await box.pith(['bench', '--quick', '--json'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.toString()).toMatch(/^[^\n]+\n$/)
    const { machine, sameAnswers, firstCallMs, cells, verdict } = JSON.parse(stdout.toString())
    expect({ backend: machine.backend, sameAnswers }).toEqual({ backend: 'wasm', sameAnswers: true })
    expect(firstCallMs).toEqual(expect.any(Number))
    expect(verdict).toMatch(/^Same answers\. On 256 KiB of log Wasm counts lines [\d.]+ times as fast/)
    const named = cells.map(({ job, contender, input }: Record<string, string>) => [job, input, contender])
    expect(named).toEqual(
      [
        ['count lines', ['wasm', 'js', 'Buffer.indexOf']] as const,
        ['truncate', ['wasm', 'js']] as const,
      ].flatMap(([job, names]) =>
        ['64 KiB', '256 KiB'].flatMap((input) => names.map((name) => [job, input, name])),
      ),
    )
    for (const { bytes, input, ms } of cells) {
      const most = input === '256 KiB' ? 2 ** 18 : 2 ** 16
      expect(bytes).toBeLessThanOrEqual(most)
      expect(bytes).toBeGreaterThan(most - 200)
      expect(ms.min).toBeGreaterThan(0)
      expect(ms.min).toBeLessThanOrEqual(ms.median)
      expect(ms.median).toBeLessThanOrEqual(ms.max)
    }
  })

  it('prints a table a job whose ratios are those of its medians', async () => {
    const { status, stdout, stderr } = await box.pith(['bench', '--quick'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const rows = new Map(
      stdout
        .toString()
        .split('\n')
        .map((line) => line.split(/ {2,}/))
        .map(([name, ...figures]) => [name, figures.map(Number.parseFloat)]),
    )
    const [wasm, js] = ['wasm', 'js'].map((name) => rows.get(name)?.[1] ?? Number.NaN)
    // The rows of the last table: in milliseconds.
    expect(rows.get('wasm : js')?.[1]).toBeCloseTo(js / wasm, 0)
    expect(stdout.toString()).toMatch(/\ncount lines, GB\/s +64 KiB +256 KiB\n/)
    expect(stdout.toString()).toMatch(/\ntruncate, ms +64 KiB +256 KiB\n/)
  })

  it('says that JavaScript runs where WebAssembly is not to be had', async () => {
    const words = withScript('delete globalThis.WebAssembly', ['bench', '--quick', '--json'])
    const { status, stdout, stderr } = await box.node(words)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { machine, cells, verdict } = JSON.parse(stdout.toString())
    expect(machine.backend).toBe('js')
    expect(cells.map(({ contender }: Record<string, string>) => contender)).not.toContain('wasm')
    expect(verdict).toMatch(/so JavaScript runs: it truncates 256 KiB of log at [\d.]+ GB\/s\.$/)
  })

  it('times nothing, and fails, where answers differ', async () => {
    const script =
      'const f = Buffer.prototype.indexOf; Buffer.prototype.indexOf = function (v, ...a) { return v === 10 ? -1 : f.call(this, v, ...a) }'
    const { status, stdout, stderr } = await box.node(withScript(script, ['bench', '--quick']))
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(
      'pith: The results of "count lines" differ, so nothing was timed. This is a bug in pith.\n',
    )
  })

  it.each([
    [['bench', 'log'], 'Expected no operand after `pith bench`, got "log".'],
    [['bench', '--max-lines', '5'], "Unknown option '--max-lines'."],
    [['--json', 'bench'], 'The command comes before its options: `pith bench`, then the options.'],
  ])('refuses %j with one line and status 2', async (words, sentence) => {
    expect(await box.pith(words)).toEqual({
      status: 2,
      stdout: Buffer.alloc(0),
      stderr: `pith: ${sentence}\n`,
    })
  })
})
