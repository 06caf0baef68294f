// Output of builds and installers.
import { lined } from './kind.mjs'
import {
  base64,
  crate,
  diagnostic,
  hex,
  identifier,
  javaClass,
  npmPackage,
  number,
  path,
  phrase,
  pick,
  plainTime,
  seconds,
  semver,
  size,
  some,
  spread,
  typeName,
  word,
} from './lexicon.mjs'

export function builds() {
  const fitted = { 'npm install': npm, 'cargo build': cargo, make, gradle, webpack, tsc, 'apt install': apt }
  const unseen = {
    'pip install': pip,
    maven,
    cmake,
    'docker build': docker,
    'vite build': vite,
    eslint,
    gcc,
    'go build': go,
    'git clone and CI': ci,
  }
  return [
    ...Object.entries(fitted).map(([kind, lineOf]) => lined({ kind, fitted: true }, lineOf)),
    ...Object.entries(unseen).map(([kind, lineOf]) => lined({ kind }, lineOf)),
  ]
}

function npm(random) {
  const { name, version } = npmPackage(random)
  return pick(random, [
    () =>
      `npm http fetch GET 200 https://registry.npmjs.org/${name} ${spread(random, 8, 900)}ms (cache ${pick(random, ['miss', 'hit', 'revalidated'])})`,
    () => `npm warn deprecated ${name}@${version}: ${phrase(random, 9)}`,
    () =>
      `npm http fetch GET 200 https://registry.npmjs.org/${name}/-/${name}-${version}.tgz ${spread(random, 8, 900)}ms`,
    () =>
      `npm silly placeDep ROOT ${name}@${version} OK for: ${npmPackage(random).name}@${semver(random)} want: ^${version}`,
    () => `npm timing reify:rollback:createSparse Completed in ${number(random, 300)}ms`,
    () =>
      `added ${number(random, 900)} packages, and audited ${number(random, 1200)} packages in ${number(random, 60)}s`,
    () => `npm info run ${name}@${version} postinstall node_modules/${name} node ${path(random)}`,
  ])()
}

function cargo(random) {
  const { name, version } = crate(random)
  const place = () =>
    `src/${word(random)}/${word(random)}.rs:${spread(random, 1, 900)}:${spread(random, 1, 80)}`
  return pick(random, [
    () => `   Compiling ${name} v${version}`,
    () => `   Compiling ${name} v${semver(random)}`,
    () => `  Downloaded ${name} v${version}`,
    () => `    Checking ${name} v${version} (/home/ci/${word(random)}/crates/${name})`,
    () =>
      `     Running \`rustc --crate-name ${name.replaceAll('-', '_')} --edition=2021 ${path(random)} --error-format=json --emit=dep-info,metadata,link -C opt-level=3 -C metadata=${hex(random, 16)} --out-dir /home/ci/target/release/deps\``,
    () =>
      `warning: unused variable: \`${identifier(random)}\`\n  --> ${place()}\n   |\n${spread(random, 9, 900)} |     let ${identifier(random)} = ${identifier(random)}(${identifier(random)});\n   |         ^^^^^^^^ help: if this is intentional, prefix it with an underscore: \`_${identifier(random)}\`\n   |`,
    () =>
      `error[E0${number(random, 900)}]: ${phrase(random, 6)}\n   --> ${place()}\n    |\n    = note: expected struct \`${typeName(random)}<${typeName(random)}>\`\n               found enum \`Option<${typeName(random)}>\``,
  ])()
}

function make(random) {
  const object = path(random).replace(/\.\w+$/, '')
  return pick(random, [
    () =>
      `gcc -O2 -Wall -Wextra -fPIC -I. -I../include -D${identifier(random).toUpperCase()}=1 -DNDEBUG -c -o ${object}.o ${object}.c`,
    () => `  CC      ${object}.o`,
    () => `  AR      ${word(random)}/lib${word(random)}.a`,
    () =>
      `make[${1 + number(random, 4)}]: Entering directory '/home/ci/build/${word(random)}/${word(random)}'`,
    () => `make[${1 + number(random, 4)}]: Leaving directory '/home/ci/build/${word(random)}'`,
    () =>
      `${object}.c:${spread(random, 1, 3000)}:${spread(random, 1, 80)}: warning: unused parameter '${identifier(random)}' [-Wunused-parameter]`,
    () => `/usr/bin/ld: ${object}.o: undefined reference to \`${identifier(random)}'`,
    () =>
      `libtool: compile:  g++ -std=c++17 -DHAVE_CONFIG_H -I. -I../${word(random)} -MT ${object}.lo -MD -MP -MF .deps/${word(random)}.Tpo -c ${object}.cc`,
    () =>
      `[ ${String(number(random, 100)).padStart(2)}%] Building CXX object ${word(random)}/CMakeFiles/${word(random)}.dir/${object}.cpp.o`,
  ])()
}

function gradle(random) {
  const module = `:${word(random)}:${word(random)}`
  return pick(random, [
    () =>
      `> Task ${module}:compile${typeName(random)}Kotlin${pick(random, ['', ' UP-TO-DATE', ' FROM-CACHE', ' NO-SOURCE'])}`,
    () => `> Task ${module}:${identifier(random)}`,
    () =>
      `w: file:///home/ci/app/src/main/java/${javaClass(random).replaceAll('.', '/')}.kt:${spread(random, 1, 700)}:${spread(random, 1, 80)} '${identifier(random)}: ${typeName(random)}' is deprecated. ${phrase(random, 7)}.`,
    () =>
      `Download https://repo.maven.apache.org/maven2/org/${word(random)}/${word(random)}/${semver(random)}/${word(random)}-${semver(random)}.pom, took ${spread(random, 9, 900)} ms`,
    () =>
      `/home/ci/app/src/main/java/${javaClass(random).replaceAll('.', '/')}.java:${spread(random, 1, 700)}: error: cannot find symbol\n    symbol:   class ${typeName(random)}\n    location: package ${javaClass(random).toLowerCase()}`,
    () =>
      `BUILD SUCCESSFUL in ${number(random, 59)}s\n${number(random, 400)} actionable tasks: ${number(random, 100)} executed, ${number(random, 300)} up-to-date`,
  ])()
}

function webpack(random) {
  return pick(random, [
    () =>
      `asset ${word(random)}.${hex(random, 20)}.js ${size(random)} [emitted] [immutable] [minimized] (name: ${word(random)})`,
    () =>
      `  ./node_modules/${npmPackage(random).name}/${path(random)} ${size(random)} [built] [code generated]`,
    () =>
      `  ./src/${path(random)} ${size(random)} {${number(random, 900)}} [depth ${number(random, 9)}] [built]`,
    () =>
      `  | ./${path(random)} ${size(random)} [not cacheable] [exports: ${some(random, 1, 5, () => identifier(random)).join(', ')}]`,
    () =>
      `WARNING in ./src/${path(random)} ${number(random, 300)}:${number(random, 60)}-${number(random, 90)}\nexport '${identifier(random)}' (imported as '${identifier(random)}') was not found in './${path(random)}'`,
    () => `runtime modules ${size(random)} ${number(random, 20)} modules`,
    () =>
      `webpack ${semver(random)} compiled with ${number(random, 9)} warnings in ${spread(random, 100, 90_000)} ms`,
  ])()
}

function tsc(random) {
  const { code, sentence } = diagnostic(random)
  return random() < 0.8
    ? `src/${path(random)}(${spread(random, 1, 900)},${spread(random, 1, 90)}): error TS${code}: ${sentence}.`
    : `  Types of property '${identifier(random)}' are incompatible.\n    Type '${typeName(random)} | undefined' is not assignable to type '${typeName(random)}<${typeName(random)}>'.`
}

function apt(random) {
  const name = `${pick(random, ['lib', 'python3-', 'golang-', '', '', 'ruby-'])}${word(random)}${pick(random, ['', '-dev', '-common', number(random, 9)])}`
  const version = `${semver(random)}-${1 + number(random, 9)}${pick(random, ['', '+deb12u1', 'ubuntu0.22.04.3', '+b1'])}`
  return pick(random, [
    () =>
      `Get:${number(random, 400)} http://deb.debian.org/debian bookworm/main amd64 ${name} amd64 ${version} [${size(random)}]`,
    () => `Selecting previously unselected package ${name}:amd64.`,
    () => `Preparing to unpack .../${number(random, 300)}-${name}_${version}_amd64.deb ...`,
    () => `Unpacking ${name}:amd64 (${version}) ...`,
    () => `Setting up ${name} (${version}) ...`,
    () =>
      `update-alternatives: using /usr/bin/${word(random)} to provide /usr/bin/${word(random)} (${word(random)}) in auto mode`,
    () => `Processing triggers for ${name} (${version}) ...`,
  ])()
}

function pip(random) {
  const name = `${word(random)}-${word(random)}`
  const wheel = `${name.replace('-', '_')}-${semver(random)}-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl`
  return pick(random, [
    () => `Collecting ${name}>=${semver(random)} (from -r requirements.txt (line ${number(random, 90)}))`,
    () => `  Downloading ${wheel} (${size(random)})`,
    () => `     ${'━'.repeat(40)} ${size(random)} ${(random() * 90).toFixed(1)} MB/s eta 0:00:00`,
    () =>
      `Requirement already satisfied: ${name} in /usr/lib/python3/dist-packages (from ${word(random)}) (${semver(random)})`,
    () => `  Building wheel for ${name} (pyproject.toml): finished with status 'done'`,
    () =>
      `  Created wheel for ${name}: filename=${wheel} size=${number(random, 900_000)} sha256=${hex(random, 64)}`,
    () =>
      `Successfully installed ${some(random, 3, 12, () => `${word(random)}-${semver(random)}`).join(' ')}`,
  ])()
}

function maven(random) {
  return pick(random, [
    () =>
      `[INFO] Downloading from central: https://repo.maven.apache.org/maven2/org/${word(random)}/${word(random)}/${semver(random)}/${word(random)}-${semver(random)}.jar`,
    () =>
      `[INFO] Downloaded from central: https://repo.maven.apache.org/maven2/com/${word(random)}/${word(random)}-parent/${number(random, 40)}/${word(random)}-parent-${number(random, 40)}.pom (${size(random)} at ${size(random)}/s)`,
    () =>
      `[INFO] --- maven-${word(random)}-plugin:${semver(random)}:${word(random)} (default-${word(random)}) @ ${word(random)}-${word(random)} ---`,
    () =>
      `[ERROR] /home/ci/${word(random)}/src/main/java/${javaClass(random).replaceAll('.', '/')}.java:[${number(random, 400)},${number(random, 80)}] cannot find symbol`,
    () => `[WARNING] ${phrase(random, 10)}`,
    () =>
      `[INFO] Tests run: ${number(random, 90)}, Failures: 0, Errors: 0, Skipped: ${number(random, 5)}, Time elapsed: ${seconds(random)} s - in ${javaClass(random)}Test`,
  ])()
}

function cmake(random) {
  return pick(random, [
    () => `-- Looking for ${word(random)}/${word(random)}.h - ${pick(random, ['found', 'not found'])}`,
    () => `-- Performing Test ${identifier(random).toUpperCase()} - Success`,
    () =>
      `-- Found ${typeName(random)}: /usr/lib/x86_64-linux-gnu/lib${word(random)}.so (found version "${semver(random)}")`,
    () =>
      `CMake Warning (dev) at cmake/${typeName(random)}.cmake:${number(random, 300)} (message):\n  ${phrase(random, 12)}`,
    () => `-- Installing: /usr/local/include/${path(random)}`,
  ])()
}

function docker(random) {
  const at = `#${1 + number(random, 30)}`
  return pick(random, [
    () =>
      `${at} [${word(random)} ${number(random, 9)}/12] RUN ${word(random)} ${word(random)} --${word(random)} ${path(random)}`,
    () => `${at} sha256:${hex(random, 64)} ${size(random)} / ${size(random)} ${seconds(random)}s`,
    () => `${at} ${seconds(random)} ${phrase(random, 7)}`,
    () => `${at} extracting sha256:${hex(random, 64)} ${seconds(random)}s done`,
    () => `${at} DONE ${seconds(random)}s`,
    () => `${at} CACHED`,
  ])()
}

function vite(random) {
  const file = `dist/assets/${typeName(random)}-${base64(random, 8).replace(/[+/]/g, '_')}.${pick(random, ['js', 'css', 'svg'])}`
  return random() < 0.8
    ? `${file.padEnd(52)} ${size(random).padStart(10)} │ gzip: ${size(random).padStart(9)}${random() < 0.3 ? ` │ map: ${size(random)}` : ''}`
    : `✓ ${number(random, 4000)} modules transformed. ${phrase(random, 5)}`
}

function eslint(random, line) {
  if (line % 6 === 1) return `\n/home/ci/app/${path(random)}`
  const place = `${spread(random, 1, 900)}:${spread(random, 1, 90)}`.padStart(8)
  return `${place}  ${pick(random, ['error  ', 'warning'])}  '${identifier(random)}' ${phrase(random, 6)}  ${pick(random, ['no-unused-vars', '@typescript-eslint/no-explicit-any', 'react-hooks/exhaustive-deps', 'import/order', 'max-len'])}`
}

function gcc(random) {
  const place = `${path(random).replace(/\.\w+$/, '.cpp')}:${spread(random, 1, 3000)}:${spread(random, 1, 80)}`
  return `${place}: ${pick(random, ['error', 'warning', 'note'])}: ${phrase(random, 6)} '${identifier(random)}' [-W${word(random)}]\n ${spread(random, 1, 3000)} |     ${typeName(random)}* ${identifier(random)} = ${identifier(random)}->${identifier(random)}(${identifier(random)}, ${number(random, 99)});\n      |     ${'~'.repeat(number(random, 12))}^${'~'.repeat(number(random, 18))}`
}

function go(random) {
  return pick(random, [
    () => `go: downloading github.com/${word(random)}/${word(random)} v${semver(random)}`,
    () =>
      `go: downloading golang.org/x/${word(random)} v0.0.0-2025${String(1000 + number(random, 230)).slice(0, 4)}${number(random, 999_999)}-${hex(random, 12)}`,
    () =>
      `${path(random).replace(/\.\w+$/, '.go')}:${number(random, 900)}:${number(random, 60)}: undefined: ${identifier(random)}`,
    () => `# github.com/${word(random)}/${word(random)}/internal/${word(random)}`,
    () =>
      `./${word(random)}.go:${number(random, 900)}:${number(random, 60)}: cannot use ${identifier(random)} (variable of type *${typeName(random)}) as ${typeName(random)} value in argument to ${identifier(random)}`,
  ])()
}

function ci(random, line) {
  const at = `${plainTime(random, line).replace(' ', 'T').replace(',', '.')}${number(random, 9999)}Z`
  return pick(random, [
    () => `${at} ##[group]Run ${word(random)}/${word(random)}@v${number(random, 6)}`,
    () =>
      `${at} [command]/usr/bin/git -c protocol.version=2 fetch --no-tags --prune --depth=1 origin +${hex(random, 40)}:refs/remotes/origin/${word(random)}`,
    () =>
      `${at} Receiving objects: ${number(random, 100)}% (${number(random, 9000)}/${number(random, 9000)}), ${size(random)} | ${size(random)}/s`,
    () => `${at}   ${identifier(random).toUpperCase()}: ${phrase(random, 3)}`,
    () => `${at} Cache Size: ~${number(random, 400)} MB (${number(random, 400_000_000)} B)`,
  ])()
}
