// Source code in many languages, from packages.
import { filesLike, filesOf, installedFiles } from '../packages.mjs'
import { taken } from './kind.mjs'

const FULL = /^/

const fitted = [
  ['JavaScript', () => filesLike('ace-code', /^src\/(?!ext|snippets|theme|mode).*\.js$/)],
  ['TypeScript', () => filesLike('react-native-screens', /\.tsx?$/)],
  ['Python', () => filesLike('node-gyp', /\.py$/)],
  ['C', () => filesLike('tree-sitter', /^vendor\/.*\.[ch]$/)],
  ['Rust', () => filesOf('@nomicfoundation/edr')],
  ['Java', () => filesOf('@capacitor/android')],
  ['Kotlin', () => filesLike('react-native-screens', /\.kt$/)],
  ['shell', () => filesOf('bats')],
  ['SQL', () => filesOf('graphile-worker')],
  ['PHP', () => filesLike('@wordpress/block-library', /\.php$/)],
  ['CSS', () => filesLike('bootstrap', /^dist\/css\/bootstrap(-grid|-reboot)?\.css$/)],
  ['HTML', () => filesLike('npm', /^docs\/output\/.*\.html$/)],
  ['Markdown', () => filesLike('npm', /^docs\/content\/.*\.md$/)],
  ['minified JavaScript', () => filesLike('bootstrap', /\.min\.js$/)],
]

const unseen = [
  ['C++', () => filesLike('re2', /\.cc$/)],
  ['C++ headers', () => filesLike('re2', /\.h$/)],
  ['C#', () => filesOf('com.neuecc.unirx')],
  ['Swift', () => filesOf('@capacitor/ios')],
  ['Objective-C', () => filesLike('react-native-screens', /\.mm$/)],
  ['Go', () => templates('go', /\.go$/)],
  ['Rust of templates', () => templates('rust', /\.rs$/)],
  ['Python of templates', () => templates('python', /\.py$/)],
  ['Elixir', () => templates('elixir', /\.exs?$/)],
  ['Java of templates', () => templates('java', /\.java$/)],
  ['Elm', () => filesOf('elm-pages')],
  ['Lua', () => filesLike('bullmq', /\.lua$/)],
  ['Perl', () => filesLike('exiftool.pl', /ExifTool\/[A-F]\w+\.pm$/)],
  ['Solidity', () => filesLike('@openzeppelin/contracts', /\.sol$/)],
  ['SCSS', () => filesLike('bootstrap', /\.scss$/)],
  ['JSX', () => filesLike('@wordpress/block-library', /\.jsx$/)],
  ['TypeScript of zod', () => filesOf('zod')],
  ['TypeScript declarations', () => filesLike('typescript', /\.d\.ts$/)],
  ['AssemblyScript', () => installedFiles('assemblyscript/std/assembly', /^[^/]*\.ts$/)],
  ['compiled JavaScript', () => filesLike('bullmq', /\.js$/)],
  ['minified JavaScript of a chart', () => installedFiles('uplot/dist', /min\.js$/)],
  ['minified JavaScript of an app', () => installedFiles('playwright-core/lib/vite', /\.js$/)],
  ['C# of templates', () => templates('dotnet', /\.(cs|razor|csproj)$/)],
  ['CMake and Bazel', () => filesLike('re2', /(CMakeLists\.txt|Makefile|\.bazel)$/)],
  ['minified CSS', () => filesLike('bootstrap', /\.min\.css$/)],
  ['READMEs', () => filesLike('npm', /README\.md$/)],
  ['roff', () => filesLike('npm', /^man\//)],
  ['man page', () => filesLike('npm', /^man\//).map(({ text }) => ({ text: rendered(text) }))],
]

export function code() {
  return [
    ...fitted.map(([kind, files]) => taken({ kind, fitted: true }, textsOf(files()))),
    ...unseen.map(([kind, files]) => taken({ kind }, textsOf(files()))),
  ]
}

const textsOf = (files) => files.map(({ text }) => text)

/** A manual page as a terminal shows it, without bold. */
const rendered = (roff) =>
  roff
    .replace(/^\.(P|RS|RE|nf|fi|br|TP|IP)\b.*\n/gm, '')
    .replace(/^\.(TH|SH|SS|B) "?([^"\n]*)"?.*$/gm, '\n$2')
    .replace(/\\f[BIR]|\\&/g, '')
    .replace(/\\\[(\w+)\]/g, (_, name) => ({ lB: '[', rB: ']', rs: '\\', ha: '^', ti: '~' })[name] ?? '')
    .replace(/\\-/g, '-')
    .replace(/\\\([lr]a/g, '')
    .replace(/^(?=[^\n])/gm, '       ')

/** Files that a project generator writes, without the lines of its template language. */
export function templates(language, pattern = FULL) {
  const [bundle] = filesLike(
    '@better-fullstack/template-generator',
    new RegExp(`${language}-base-.{8}\\.mjs$`),
  ).sort((a, b) => b.text.length - a.text.length)
  const found = [...bundle.text.matchAll(/^\t\["([^"]+)", `((?:[^`\\]|\\[\s\S])*)`\]/gm)]
  return found
    .map(([, path, text]) => ({ path: path.replace(/\.hbs$/, ''), text: plain(text) }))
    .filter(({ path, text }) => pattern.test(path) && text.length > 0)
}

const plain = (text) =>
  text
    .replace(/\\([`$\\])/g, '$1')
    .replace(/^\s*\{\{[#/].*\n?|^\s*\{\{else.*\n?/gm, '')
    .replace(/\{\{[^}]*\}\}/g, 'shop')
