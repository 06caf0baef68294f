import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distFile } from './built.ts'
import type { CommandUnderTest, Ran } from './command.ts'

// Does not use maxRSS, which also counts the memory from before the process became node.
const preload = `
import { readFileSync, writeFileSync } from 'node:fs'
process.on('exit', () => {
  const status = readFileSync('/proc/self/status', 'utf8')
  writeFileSync(process.env.PEAK_FILE, /VmHWM:\\s+(\\d+) kB/.exec(status)[1])
})`

const YOUNG_MIB = 4

/**
 * Runs the command, and returns the most memory that it held at any time. Linux only. V8 lets garbage grow old until its
 * heap is full, and the more of it the busier the machine is. So the heap has a limit, above which the command would end:
 * what is measured beside it is what the command holds. Young garbage has one too, else it adds up to 26 MiB by chance.
 */
export async function withPeakMemory(
  box: CommandUnderTest,
  words: readonly string[],
  { heapMiB = 20, timeoutMs }: { heapMiB?: number; timeoutMs?: number } = {},
): Promise<Ran & { peakMiB: number }> {
  const file = join(box.folder, 'peak')
  const node = [
    `--max-old-space-size=${heapMiB}`,
    `--max-semi-space-size=${YOUNG_MIB}`,
    '--import',
    `data:text/javascript,${encodeURIComponent(preload)}`,
  ]
  const ran = await box.node([...node, distFile('cli/main.js'), ...words], {
    env: { PEAK_FILE: file },
    ...(timeoutMs && { timeoutMs }),
  })
  return { ...ran, peakMiB: Number(readFileSync(file, 'utf8')) / 1024 }
}
