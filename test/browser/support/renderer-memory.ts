import { readdirSync, readFileSync } from 'node:fs'

/** The most bytes that any of a browser's tabs, its workers among them, ever had in memory. Linux only. */
export function peakOfTabs(browserPid: number): number {
  const peaks = descendants(browserPid).filter(isTab).map(peakOf)
  return Math.max(...peaks)
}

function descendants(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
  return children.flatMap((child) => [child, ...descendants(child)])
}

function parentOf(pid: string): number | undefined {
  const found = /^PPid:\s+(\d+)/m.exec(read(pid, 'status'))
  return found ? Number(found[1]) : undefined
}

const isTab = (pid: number): boolean => read(String(pid), 'cmdline').includes('--type=renderer')

function peakOf(pid: number): number {
  const found = /^VmHWM:\s+(\d+) kB/m.exec(read(String(pid), 'status'))
  return found ? Number(found[1]) * 1024 : 0
}

/** Empty for a process that has ended meanwhile. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
