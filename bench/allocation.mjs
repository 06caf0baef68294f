import { GCProfiler } from 'node:v8'
import { gc, sink, summary } from './measure.mjs'

const RUNS = 5

/**
 * Bytes that one run allocates on the heap and outside it (memory of strings and arrays), whether collected again or
 * not: the median of some runs. Collects all garbage first, which throws away optimised code, so do not time anything
 * right after it.
 */
export function allocatedBytes(run) {
  gc()
  sink.value = run()
  return summary(Array.from({ length: RUNS }, () => allocatedOnce(run))).median
}

function allocatedOnce(run) {
  gc()
  const profiler = new GCProfiler()
  profiler.start()
  const before = process.memoryUsage()
  sink.value = run()
  const after = process.memoryUsage()
  const { statistics } = profiler.stop()
  let collected = 0
  for (const { beforeGC, afterGC } of statistics) collected += heldBytes(beforeGC) - heldBytes(afterGC)
  return Math.max(0, after.heapUsed + after.external - before.heapUsed - before.external + collected)
}

const heldBytes = ({ heapStatistics }) => heapStatistics.usedHeapSize + heapStatistics.externalMemory
