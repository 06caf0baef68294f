import { shown, wrongOption } from '../../errors.ts'

/** Globs of file names, by the name of a type. */
const fileTypes: Readonly<Record<string, readonly string[]>> = {
  asm: ['*.asm', '*.s', '*.S'],
  c: ['*.c', '*.h', '*.H', '*.cats', '*.h.in', '*.c.in'],
  clojure: ['*.clj', '*.cljc', '*.cljs', '*.cljx'],
  cmake: ['*.cmake', 'CMakeLists.txt', '*.cmake.in'],
  config: ['*.cfg', '*.conf', '*.config', '*.ini', '*.properties'],
  cpp: ['*.C', '*.H', '*.cc', '*.cpp', '*.cxx', '*.h', '*.hh', '*.hpp', '*.hxx', '*.inl'],
  cs: ['*.cs'],
  css: ['*.css', '*.scss', '*.sass', '*.less'],
  csv: ['*.csv', '*.tsv'],
  dart: ['*.dart'],
  docker: ['*Dockerfile*', 'docker-compose*.yml', 'docker-compose*.yaml', 'compose*.yml', 'compose*.yaml'],
  elixir: ['*.ex', '*.exs', '*.eex', '*.heex', '*.leex'],
  erlang: ['*.erl', '*.hrl'],
  fsharp: ['*.fs', '*.fsx', '*.fsi'],
  go: ['*.go'],
  gradle: ['*.gradle', '*.gradle.kts'],
  graphql: ['*.graphql', '*.graphqls'],
  haskell: ['*.hs', '*.lhs', '*.cpphs', '*.hsc'],
  html: ['*.html', '*.htm', '*.ejs', '*.xhtml'],
  java: ['*.java', '*.jsp', '*.jspx', '*.properties'],
  js: ['*.js', '*.jsx', '*.mjs', '*.cjs', '*.vue'],
  json: ['*.json', '*.jsonc', '*.jsonl', '*.json5', 'composer.lock'],
  julia: ['*.jl'],
  kotlin: ['*.kt', '*.kts'],
  lock: ['*.lock', 'package-lock.json', 'pnpm-lock.yaml', 'go.sum'],
  log: ['*.log'],
  lua: ['*.lua'],
  make: ['[Mm]akefile', '[Mm]akefile.*', 'GNUmakefile', '*.mk', '*.mak'],
  markdown: ['*.md', '*.mdx', '*.markdown', '*.mdown', '*.mkd'],
  nix: ['*.nix'],
  ocaml: ['*.ml', '*.mli', '*.mll', '*.mly'],
  perl: ['*.pl', '*.pm', '*.pod', '*.t', '*.PL'],
  php: ['*.php', '*.php3', '*.php4', '*.php5', '*.phtml'],
  proto: ['*.proto'],
  py: ['*.py', '*.pyi'],
  r: ['*.R', '*.r', '*.Rmd', '*.Rnw'],
  rb: ['*.rb', '*.rake', '*.gemspec', 'Gemfile', 'Rakefile', '.irbrc', 'config.ru'],
  rst: ['*.rst'],
  rust: ['*.rs'],
  scala: ['*.scala', '*.sbt'],
  sh: ['*.sh', '*.bash', '*.zsh', '*.ksh', '*.csh', '*.fish', '.bashrc', '.profile', '.zshrc'],
  sql: ['*.sql', '*.psql'],
  svelte: ['*.svelte'],
  swift: ['*.swift'],
  terraform: ['*.tf', '*.tfvars', '*.tf.json'],
  tex: ['*.tex', '*.ltx', '*.cls', '*.sty', '*.bib'],
  toml: ['*.toml', 'Cargo.lock'],
  ts: ['*.ts', '*.tsx', '*.cts', '*.mts'],
  txt: ['*.txt'],
  vue: ['*.vue'],
  xml: ['*.xml', '*.xsd', '*.xsl', '*.xslt', '*.dtd', '*.rng', '*.svg', '*.xhtml'],
  yaml: ['*.yaml', '*.yml'],
  zig: ['*.zig'],
}

/** Other names that people and models give these types. */
const otherNames: Readonly<Record<string, string>> = {
  bash: 'sh',
  csharp: 'cs',
  'c++': 'cpp',
  golang: 'go',
  javascript: 'js',
  md: 'markdown',
  python: 'py',
  rs: 'rust',
  ruby: 'rb',
  shell: 'sh',
  text: 'txt',
  typescript: 'ts',
  yml: 'yaml',
}

/** The names of all types. */
export const fileTypeNames = (): string[] => Object.keys(fileTypes)

/**
 * The globs of file types, which match names.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a type that pith does not know
 */
export function globsOfTypes(types: readonly string[]): string[] {
  return types.flatMap((type) => {
    const name = otherNames[type] ?? type
    if (Object.hasOwn(fileTypes, name)) return fileTypes[name]
    throw wrongOption(
      `Expected a type of files, got ${shown(type)}. Use a glob, or one of ${fileTypeNames().join(', ')}.`,
    )
  })
}
