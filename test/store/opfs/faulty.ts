import { type Browser, thisBrowser } from '../../../src/store/backends/opfs/browser.ts'

/** Told of each call to the browser's files, and of whose; what it gives back is thrown in the call's place. */
export type Fault = (call: string, file: string) => Error | undefined

/** This page's browser, as far as a fault lets it be. */
export function faultyBrowser(fault: Fault): Browser {
  return {
    root: async () => wrap(await thisBrowser.root(), fault),
    estimate: () => thisBrowser.estimate(),
    locks: thisBrowser.locks,
  }
}

const isWrapped = (value: unknown): value is object =>
  value instanceof FileSystemHandle || value instanceof WritableStream || value instanceof Blob

const nameOf = (value: object): string => ('name' in value ? String(value.name) : '')

function wrap<T>(value: T, fault: Fault): T {
  if (!isWrapped(value)) return value
  return new Proxy(value, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target)
      if (typeof found !== 'function') return found
      if (name === 'values') return () => entries(target as unknown as FileSystemDirectoryHandle, fault)
      return (...given: unknown[]) => {
        const error = name === 'slice' ? undefined : fault(String(name), nameOf(target))
        if (error && name !== 'abort') return Promise.reject(error)
        const result: unknown = found.apply(target, given)
        // A file that is left open could not be removed by anybody.
        if (error) return Promise.resolve(result).then(() => Promise.reject(error))
        return result instanceof Promise ? result.then((answer) => wrap(answer, fault)) : wrap(result, fault)
      }
    },
  })
}

async function* entries(
  directory: FileSystemDirectoryHandle,
  fault: Fault,
): AsyncGenerator<FileSystemHandle> {
  for await (const entry of directory.values()) {
    const error = fault('values', directory.name)
    if (error) throw error
    yield wrap(entry, fault)
  }
}
