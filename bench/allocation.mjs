import { GCProfiler } from 'node:v8'
import { collectGarbage, sink } from './measure.mjs'

/** Bytes that one run takes from the heap and outside it (strings' and arrays' memory), collected again or not. */
export function allocatedBytes(run) {
  collectGarbage()
  const profiler = new GCProfiler()
  profiler.start()
  const before = process.memoryUsage()
  sink.value = run()
  const after = process.memoryUsage()
  const { statistics } = profiler.stop()
  let collected = 0
  for (const { beforeGC, afterGC } of statistics) collected += heldBytes(beforeGC) - heldBytes(afterGC)
  sink.value = undefined
  return Math.max(0, after.heapUsed + after.external - before.heapUsed - before.external + collected)
}

const heldBytes = ({ heapStatistics }) => heapStatistics.usedHeapSize + heapStatistics.externalMemory
