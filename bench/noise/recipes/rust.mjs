// cargo on crates that need no registry.
import { nounOf, range } from './words.mjs'

/** A workspace of crates in a row, each with tests; test 5 of the crate `broken` fails. */
function workspace({ crates, tests, broken = -1, wrongType = -1 }) {
  const files = { 'Cargo.toml': '[workspace]\nresolver = "2"\nmembers = ["crates/*"]\n' }
  for (const n of range(crates)) {
    const name = nounOf(n)
    const needs = n > 0 && n % 3 !== 0 ? `${nounOf(n - 1)} = { path = "../${nounOf(n - 1)}" }\n` : ''
    files[`crates/${name}/Cargo.toml`] =
      `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n${needs}`
    const cases = range(tests).map((m) => {
      const total = n === broken && m === 5 ? 41 : 42
      return `    #[test]\n    fn ${nounOf(m)}() {\n        assert_eq!(super::total(${m}), ${total} + ${m});\n    }\n`
    })
    const body = n === wrongType ? 'base + "42"' : 'base + 42'
    files[`crates/${name}/src/lib.rs`] =
      `pub fn total(base: u32) -> u32 {\n    let unused = 1;\n    ${body}\n}\n\n#[cfg(test)]\nmod tests {\n${cases.join('\n')}}\n`
  }
  return files
}

export const recipes = [
  {
    name: 'cargo-test-fail',
    tool: 'cargo',
    version: 'cargo --version',
    command: 'cargo test --offline --no-fail-fast',
    files: workspace({ crates: 14, tests: 12, broken: 6 }),
    decisive: ['assertion `left == right` failed', 'left: 47', 'right: 46'],
  },
  {
    name: 'cargo-build',
    tool: 'cargo',
    version: 'cargo --version',
    command: 'cargo build --offline',
    columns: 120,
    rows: 40,
    files: workspace({ crates: 60, tests: 1 }),
  },
  {
    name: 'cargo-build-fail',
    tool: 'cargo',
    version: 'cargo --version',
    command: 'cargo build --offline',
    files: workspace({ crates: 30, tests: 1, wrongType: 22 }),
    decisive: ['cannot add `&str` to `u32`'],
  },
]
