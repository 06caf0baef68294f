// Data: records of many formats, lockfiles, settings, lists of one thing.
import { readFileSync } from 'node:fs'
import { filesLike } from '../packages.mjs'
import { templates } from './code.mjs'
import { lined, linesOf, made, taken } from './kind.mjs'
import {
  base64,
  crate,
  hex,
  identifier,
  ip,
  isoTime,
  npmPackage,
  number,
  path,
  person,
  phrase,
  pick,
  semver,
  some,
  spread,
  uuid,
  word,
} from './lexicon.mjs'

const lockfile = new URL('../../../package-lock.json', import.meta.url)

export function records() {
  return [...fittedOnes(), ...unseenOnes(), ...shipped()]
}

function fittedOnes() {
  const fitted = (kind) => ({ kind, fitted: true })
  return [
    made(fitted('JSON'), (random, chars) => json(random, chars, 2)),
    made(fitted('JSON on one line'), (random, chars) => json(random, chars)),
    lined(fitted('CSV'), csv),
    lined(fitted('XML'), xml),
    lined(fitted('package-lock.json'), packageLock),
    lined(fitted('ini'), ini),
    lined(fitted('YAML'), yaml),
    lined(fitted('URLs'), url),
  ]
}

function unseenOnes() {
  return [
    lined({ kind: 'TSV' }, (random) => some(random, 6, 6, () => field(random)).join('\t')),
    lined({ kind: 'CSV of measurements' }, measurement),
    lined({ kind: 'yarn.lock' }, yarnLock),
    lined({ kind: 'pnpm-lock.yaml' }, pnpmLock),
    lined({ kind: 'Cargo.lock' }, cargoLock),
    lined({ kind: 'TOML' }, toml),
    lined({ kind: '.env' }, env),
    lined({ kind: 'GeoJSON' }, geo),
    lined({ kind: 'SQL inserts' }, insert),
    lined({ kind: 'GraphQL answers' }, (random) =>
      JSON.stringify({
        data: {
          [identifier(random)]: {
            edges: some(random, 1, 4, () => ({
              node: { id: base64(random, 16), title: phrase(random, 4), updatedAt: isoTime(random, 9) },
            })),
          },
        },
      }),
    ),
  ]
}

function shipped() {
  return [
    taken(
      { kind: 'YAML and settings of templates' },
      textsOf(
        ['go', 'rust', 'java', 'python', 'elixir'].flatMap((language) =>
          templates(language, /\.(ya?ml|toml|mod|example|properties)$/),
        ),
      ),
    ),
    taken({ kind: "this project's lockfile" }, [readFileSync(lockfile, 'utf8')]),
    taken({ kind: 'block.json' }, textsOf(filesLike('@wordpress/block-library', /block\.json$/))),
    taken({ kind: 'package.json' }, textsOf(filesLike('npm', /package\.json$/))),
    taken({ kind: 'Android XML' }, textsOf(filesLike('react-native-screens', /\.xml$/))),
    taken(
      { kind: 'JSON of compiled contracts' },
      textsOf(filesLike('@openzeppelin/contracts', /ERC\w+\.json$/)),
    ),
    taken(
      { kind: 'source maps' },
      textsOf(filesLike('bootstrap', /\.js\.map$/)).map((text) => text.slice(0, 400_000)),
    ),
  ]
}

const textsOf = (files) => files.map(({ text }) => text)

const field = (random) =>
  pick(random, [
    () => String(spread(random, 1, 900_000)),
    () => word(random),
    () => (random() * 900).toFixed(2),
    () => isoTime(random, number(random, 90_000)),
    () => phrase(random, 3),
    () => uuid(random),
    () => pick(random, ['true', 'false', '']),
  ])()

function json(random, chars, indent) {
  const records = []
  for (let size = 0; size < chars; size += JSON.stringify(records.at(-1), null, indent).length)
    records.push(record(random))
  return JSON.stringify(records, null, indent)
}

const record = (random) => ({
  id: pick(random, [() => uuid(random), () => spread(random, 1, 900_000)])(),
  name: phrase(random, 2),
  [identifier(random)]: pick(random, [
    () => random() < 0.5,
    () => null,
    () => random() * 100,
    () => some(random, 1, 5, () => word(random)),
  ])(),
  created_at: isoTime(random, number(random, 90_000)),
  url: url(random),
  owner: { login: person(random), id: number(random, 90_000), type: 'User', site_admin: false },
  [word(random)]: some(random, 0, 3, () => ({
    path: path(random),
    line: number(random, 900),
    message: phrase(random, 6),
  })),
})

const csv = (random) =>
  `${spread(random, 1, 90_000)},${person(random)} ${person(random)},${person(random)}@${word(random)}.com,${isoTime(random, number(random, 90_000)).slice(0, 10)},${(random() * 900).toFixed(2)},${random() < 0.3 ? `"${phrase(random, 5)}, ${word(random)}"` : word(random)},${pick(random, ['active', 'pending', 'closed'])}`

const measurement = (random, line) =>
  `${1_767_571_200 + line * 5},${some(random, 7, 7, () => (random() * 100 - 20).toFixed(4)).join(',')},${number(random, 4)}`

const xml = (random) =>
  pick(random, [
    () =>
      `  <${word(random)} id="${number(random, 900)}" ${word(random)}="${word(random)}">${phrase(random, 4)}</${word(random)}>`,
    () =>
      `    <dependency>\n      <groupId>org.${word(random)}.${word(random)}</groupId>\n      <artifactId>${word(random)}-${word(random)}</artifactId>\n      <version>${semver(random)}</version>\n    </dependency>`,
    () =>
      `  <${word(random)}:${word(random)} xmlns:${word(random)}="http://schemas.${word(random)}.org/${number(random, 20) + 2000}/${word(random)}"/>`,
  ])()

const url = (random) =>
  `https://${pick(random, ['www.', 'api.', 'cdn.', ''])}${word(random)}${word(random)}.${pick(random, ['com', 'org', 'io', 'net'])}/${some(random, 1, 4, () => word(random)).join('/')}${pick(random, ['', `?${word(random)}=${number(random, 900)}`, `/${hex(random, 24)}.jpg`, `#${word(random)}`])}`

function packageLock(random) {
  const { name, version, license } = npmPackage(random)
  return `    "node_modules/${name}": {\n      "version": "${version}",\n      "resolved": "https://registry.npmjs.org/${name}/-/${name}-${version}.tgz",\n      "integrity": "sha512-${base64(random, 86)}==",\n      "license": "${license}",\n      "dependencies": {\n        "${npmPackage(random).name}": "^${semver(random)}"\n      },\n      "engines": {\n        "node": ">=${number(random, 20)}"\n      }\n    },`
}

function yarnLock(random) {
  const { name, version } = npmPackage(random)
  return `\n${name}@^${semver(random)}, ${name}@^${version}:\n  version "${version}"\n  resolved "https://registry.yarnpkg.com/${name}/-/${name}-${version}.tgz#${hex(random, 40)}"\n  integrity sha512-${base64(random, 86)}==\n  dependencies:\n    ${npmPackage(random).name} "^${semver(random)}"`
}

function pnpmLock(random) {
  const { name, version } = npmPackage(random)
  return `\n  ${name}@${version}:\n    resolution: {integrity: sha512-${base64(random, 86)}==}\n    engines: {node: '>=${number(random, 20)}'}\n    peerDependencies:\n      ${npmPackage(random).name}: ^${semver(random)}`
}

function cargoLock(random) {
  const { name, version } = crate(random)
  return `\n[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${hex(random, 64)}"\ndependencies = [\n${some(random, 1, 5, () => ` "${crate(random).name}",`).join('\n')}\n]`
}

const ini = (random, line) =>
  line % 9 === 1
    ? `\n[${word(random)}.${word(random)}]`
    : pick(random, [
        () => `${word(random)}_${word(random)} = ${phrase(random, 2)}`,
        () => `; ${phrase(random, 8)}`,
        () => `${identifier(random)}=${number(random, 9000)}`,
        () => `${word(random)} = /var/${word(random)}/${path(random)}`,
      ])()

const toml = (random, line) =>
  line % 8 === 1
    ? `\n[${word(random)}.${word(random)}]`
    : pick(random, [
        () =>
          `${word(random)}-${word(random)} = { version = "${semver(random)}", features = ["${word(random)}", "${word(random)}"] }`,
        () => `${word(random)} = "${semver(random)}"`,
        () => `${identifier(random)} = [${some(random, 1, 5, () => number(random, 900)).join(', ')}]`,
        () => `# ${phrase(random, 8)}`,
      ])()

const env = (random) =>
  `${pick(random, ['', '', 'export '])}${word(random)}_${identifier(random)}`
    .toUpperCase()
    .replace('EXPORT ', 'export ') +
  `=${pick(random, [() => url(random), () => String(number(random, 9000)), () => base64(random, 40), () => 'true', () => `"${phrase(random, 3)}"`, () => `postgres://${word(random)}:${hex(random, 12)}@${ip(random)}:5432/${word(random)}`])()}`

const yaml = (random, line) =>
  line % 12 === 1
    ? `---\napiVersion: ${word(random)}/v1\nkind: ${pick(random, ['Deployment', 'Service', 'ConfigMap'])}\nmetadata:\n  name: ${word(random)}-${word(random)}\nspec:`
    : `${'  '.repeat(1 + number(random, 5))}${pick(random, [() => `- name: ${identifier(random)}\n${' '.repeat(10)}value: "${word(random)}"`, () => `${word(random)}: ${phrase(random, 2)}`, () => `${identifier(random)}: ${number(random, 9000)}`, () => `image: ${word(random)}/${word(random)}:${semver(random)}`, () => `# ${phrase(random, 6)}`])()}`

const geo = (random) =>
  JSON.stringify({
    type: 'Feature',
    properties: { name: word(random), population: spread(random, 100, 900_000) },
    geometry: {
      type: 'LineString',
      coordinates: some(random, 2, 12, () => [
        Number((random() * 360 - 180).toFixed(6)),
        Number((random() * 180 - 90).toFixed(6)),
      ]),
    },
  })

const insert = (random) =>
  linesOf(
    random,
    1,
    () =>
      `INSERT INTO "${word(random)}" ("id", "${identifier(random)}", "created_at") VALUES (${number(random, 90_000)}, '${phrase(random, 3)}', '${isoTime(random, number(random, 90_000))}');`,
  ).trimEnd()
