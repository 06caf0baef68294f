// Builds and tests of other languages.
import { nounOf, range } from './words.mjs'

const goFiles = (broken) => {
  const files = { 'go.mod': 'module shop\n\ngo 1.19\n' }
  for (const n of range(10)) {
    const name = nounOf(n).replace('_', '')
    files[`${name}/${name}.go`] = `package ${name}\n\nfunc Total(n int) int { return n + 42 }\n`
    const tests = range(8).map((m) => {
      const total = n === broken && m === 2 ? 41 : 42
      return `func Test${m}(t *testing.T) {\n\tt.Log("checking", ${m})\n\tif got := Total(${m}); got != ${total}+${m} {\n\t\tt.Fatalf("Total(${m}) = %d, want ${total + m}", got)\n\t}\n}\n`
    })
    files[`${name}/${name}_test.go`] = `package ${name}\n\nimport "testing"\n\n${tests.join('\n')}`
  }
  return files
}

const perlFiles = (broken) => {
  const files = {}
  for (const n of range(30)) {
    const tests = range(20).map(
      (m) => `is(${n === broken && m === 7 ? 41 : 42}, 42, '${nounOf(m)} is right');`,
    )
    files[`t/${nounOf(n)}.t`] =
      `use Test::More tests => 20;\nselect(undef, undef, undef, 0.03);\n${tests.join('\n')}\n`
  }
  return files
}

const mesonFiles = (broken) => {
  const names = range(30).map(nounOf)
  const files = {
    'meson.build': `project('shop', 'c')\n${names.map((name) => `test('${name}', executable('${name}', '${name}.c'))`).join('\n')}\n`,
  }
  for (const [n, name] of names.entries())
    files[`${name}.c`] =
      `#include <stdio.h>\nint main(void)\n{\n    puts("${name}");\n${n === broken ? '    fputs("total 41 is not 42\\n", stderr);\n    return 3;\n' : '    return 0;\n'}}\n`
  return files
}

const gradleFiles = () => ({
  'settings.gradle': "rootProject.name = 'shop'\n",
  'build.gradle': `${range(25)
    .map((n) => `task ${nounOf(n)} { doLast { sleep(80); println 'made ${nounOf(n)}' } }`)
    .join('\n')}\ntask broken { doLast { throw new GradleException('no tariff for region 17') } }\n`,
})

export const recipes = [
  {
    name: 'go-test-fail',
    tool: 'go',
    version: 'go version',
    command: 'go test -v ./...',
    files: goFiles(6),
    env: { GOFLAGS: '-mod=mod', GOCACHE: '/src/go' },
    decisive: ['Total(2) = 44, want 43'],
  },
  {
    name: 'prove-fail',
    tool: 'prove',
    version: 'prove --version',
    command: 'prove -j2 --color t',
    files: perlFiles(19),
    decisive: ["Failed test 'refund_0 is right'", "got: '41'"],
  },
  {
    name: 'prove-pass',
    tool: 'prove',
    version: 'prove --version',
    command: 'prove t',
    files: perlFiles(-1),
  },
  {
    name: 'rake-fail',
    tool: 'rake',
    version: 'rake --version',
    command: 'rake --trace all',
    files: {
      Rakefile: `${range(20)
        .map((n) => `task :${nounOf(n)} do\n  puts "\\e[32mmade\\e[0m ${nounOf(n)}"\nend`)
        .join('\n')}\ntask :all => [${range(20)
        .map((n) => `:${nounOf(n)}`)
        .join(', ')}] do\n  raise 'no tariff for region 17'\nend\n`,
    },
    decisive: ['no tariff for region 17'],
  },
  {
    name: 'meson-test-fail',
    tool: 'meson',
    version: 'meson --version',
    command: 'meson setup out && meson test -C out',
    files: mesonFiles(21),
    decisive: ['exit status 3', 'tax_2'],
  },
  {
    name: 'gradle-fail',
    tool: 'gradle',
    version: 'gradle --version',
    command:
      'gradle --offline --no-daemon --continue $(grep -o "task [a-z]*_[0-9]" build.gradle | cut -c6-) broken',
    files: gradleFiles(),
    decisive: ['no tariff for region 17', 'BUILD FAILED'],
  },
  {
    name: 'bats-fail',
    tool: 'bats',
    version: 'bats --version',
    command: 'bats --pretty t.bats',
    files: {
      't.bats': range(60)
        .map((n) => `@test "${nounOf(n)} is right" {\n  [ ${n === 44 ? 41 : 42} -eq 42 ]\n}`)
        .join('\n'),
    },
    decisive: ['✗ label_4 is right', '[ 41 -eq 42 ]'],
  },
  {
    name: 'clang-fail',
    tool: 'clang',
    version: 'clang --version',
    command: 'clang -fcolor-diagnostics -Wall -Wextra -fsyntax-only -ferror-limit=0 *.c',
    files: Object.fromEntries(
      range(40).map((n) => [
        `${nounOf(n)}.c`,
        `static int twice(int base)\n{\n    int unused;\n    return base * 2;\n}\n\nint ${nounOf(n)}(unsigned a, int b)\n{\n    if (a > b)\n        return ${n === 27 ? 'tariff_of(b' : 'twice(b)'};\n    return 0;\n}\n`,
      ]),
    ),
    decisive: ["expected ')'"],
  },
  {
    name: 'gcc-colours-fail-pipe',
    tool: 'gcc',
    version: 'gcc --version',
    command: 'gcc -fdiagnostics-color=always -Wall -Wextra -fsyntax-only *.c',
    pipe: true,
    files: Object.fromEntries(
      range(40).map((n) => [
        `${nounOf(n)}.c`,
        `int ${nounOf(n)}(unsigned a, int b)\n{\n    int unused;\n    if (a > b)\n        return ${n === 13 ? 'tariff.price' : 'b'};\n    return 0;\n}\n`,
      ]),
    ),
    decisive: ['undeclared (first use in this function)'],
  },
  {
    name: 'shellcheck-fail',
    tool: 'shellcheck',
    version: 'shellcheck --version',
    command: 'shellcheck --color=always *.sh',
    files: Object.fromEntries(
      range(25).map((n) => [
        `${nounOf(n)}.sh`,
        `#!/bin/sh\nfor f in $(ls *.txt); do\n  echo $f\n  rm $1/$f\n${n === 11 ? '' : 'done\n'}`,
      ]),
    ),
    decisive: ["Couldn't find 'done' for this 'do'"],
  },
  {
    name: 'php-lint-loop',
    tool: 'php',
    version: 'php --version',
    command: 'php progress.php',
    files: {
      'progress.php':
        '<?php\nfor ($n = 0; $n <= 400; $n++) {\n    printf("\\r\\033[2K%3d/400 [%-40s] %d MiB", $n, str_repeat(\'=\', intdiv($n, 10)), 12 + $n % 7);\n    usleep(5000);\n}\necho "\\ndone\\n";\n',
    },
  },
]
