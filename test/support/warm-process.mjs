// A process that runs the command many times. Each call has its own arguments, environment, working directory and
// standard streams, and evaluates the modules again, but for the library's main entry. That is most of the code, knows
// nothing of a process, and is fast once it has run for a while. A call costs a tenth of a separate process.
import { readFileSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { SourceTextModule, SyntheticModule } from 'node:vm'

const codes = new Map()
const compiled = new Map()
const packages = new Map()
/** What the calls of a command share, by its file. */
const libraries = new Map()
let last = Promise.resolve()

process.on('message', ({ id, ...call }) => {
  last = last.then(async () => process.send({ id, ...(await outcomeOf(call)) }))
})

async function outcomeOf(call) {
  try {
    return await run(call)
  } catch (error) {
    return { failure: error.stack }
  }
}

async function run({ main, words, env, cwd, input }) {
  const stdout = []
  const stderr = []
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv = [process.execPath, main, ...words]
  process.exitCode = undefined
  replace('stdin', Readable.from(input.length > 0 ? [input] : []))
  replace('stdout', sinkOf(stdout))
  replace('stderr', sinkOf(stderr))
  const { namespace } = await evaluate(main)
  await namespace.main(words)
  const status = process.exitCode ?? 0
  process.exitCode = undefined
  return { status, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() }
}

function replace(name, value) {
  Object.defineProperty(process, name, { value, configurable: true })
}

function sinkOf(chunks) {
  return new Writable({
    write(chunk, _, done) {
      chunks.push(chunk)
      done()
    },
  })
}

/** Evaluates the commands and what they import, as a new process would that needs more than the quick ones. */
async function evaluate(main) {
  const modules = new Map()
  const commands = new URL('../chunks/commands.js', new URL(main, 'file:///')).pathname
  const library = libraryOf(new URL(main, 'file:///'))
  const load = (specifier, from) => {
    if (!/^\.{0,2}\//.test(specifier)) return packageOf(specifier)
    const url = new URL(specifier, from).href
    const known = url === library ? libraries : modules
    if (!known.has(url)) known.set(url, moduleOf(url))
    return known.get(url)
  }
  const link = (specifier, { identifier }) => load(specifier, identifier)
  const ready = async (module) => {
    if (module.status === 'unlinked') await module.link(link)
    if (module.status === 'linked') await module.evaluate()
    return module
  }
  const moduleOf = (url) => {
    const module = new SourceTextModule(codeOf(url), {
      identifier: url,
      cachedData: compiled.get(url),
      initializeImportMeta: (meta) => {
        meta.url = url
      },
      importModuleDynamically: async (specifier) => ready(await load(specifier, url)),
    })
    // Compiled code forgets the two functions above, so a module that may call them is compiled each time.
    if (!compiled.has(url) && !/\bimport\b[.(]/.test(codeOf(url)))
      compiled.set(url, module.createCachedData())
    return module
  }
  return ready(load(commands, 'file:///'))
}

/** The one file that the library's main entry consists of, and that the command shares with it. */
function libraryOf(main) {
  const entry = new URL('../index.js', main)
  const [, name] = /"(\.\/chunks\/[^"]+)"/.exec(codeOf(entry.href))
  return new URL(name, entry).href
}

function codeOf(url) {
  if (!codes.has(url)) codes.set(url, readFileSync(new URL(url), 'utf8'))
  return codes.get(url)
}

/** The exports of Node or an installed package, shared by all calls. */
async function packageOf(specifier) {
  if (!packages.has(specifier)) {
    const exported = await import(specifier)
    const names = Object.keys(exported)
    const module = new SyntheticModule(names, () => {
      for (const name of names) module.setExport(name, exported[name])
    })
    await module.link(() => {})
    await module.evaluate()
    packages.set(specifier, module)
  }
  return packages.get(specifier)
}
