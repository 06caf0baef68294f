// Tools that come with Perl: prove, perl -c, a stack of croaks.
import { nameOf, pack, range, serve, titleOf } from './passing.mjs'

const testFile = (n, broken) => {
  const tests = range(20).map((k) => `ok(${k + 1} == ${k + 1}, '${titleOf(nameOf(n), k)}');`)
  if (broken) tests.splice(11, 1, broken)
  return `use strict; use warnings; use Test::More tests => 20;\n${tests.join('\n')}\n`
}

export const logs = [
  {
    name: 'perl-prove',
    tool: 'prove',
    make(project) {
      serve(project, 450)
      const paths = range(16).map((n) => `t/${String(n).padStart(2, '0')}-${nameOf(n)}.t`)
      for (const [n, path] of paths.entries())
        project.write(path, testFile(n, n === 7 ? "is('12 EUR', '12.00 EUR', 'writes cents');" : ''))
      project.run('prove', ['-v', ...paths], { fails: true })
      pack(project, 'logs', 800)
      return { required: ['- writes cents', "got: '12 EUR'", "expected: '12.00 EUR'"] }
    },
  },
  {
    name: 'perl-syntax',
    tool: 'perl',
    make(project) {
      pack(project, 'assets', 600)
      for (const n of range(40)) {
        const text = `use strict;\nmy $value = ${n};\nprint $value;\n`
        const path = `lib/${nameOf(n)}_${n}.pl`
        project.write(path, n === 21 ? text.replace('$value;\n', '$vlaue;\n') : text)
        project.run('perl', ['-wc', path], { fails: n === 21 })
      }
      serve(project, 900)
      return { required: ['Global symbol "$vlaue" requires explicit package name'] }
    },
  },
  {
    name: 'perl-confess',
    tool: 'perl',
    make(project) {
      const script = `use strict; use warnings; use Carp qw(confess);
$| = 1;
print "row $_: errors=0, fail_over=on\\n" for 1 .. 600;
sub price { my ($zone) = @_; confess "zone $zone has no price" if $zone > 6; return 2 }
sub bill { return price($_[0]) * 2 }
bill(9);
`
      project.write('bill.pl', script)
      serve(project, 600)
      serve(project, 600)
      project.run('perl', ['bill.pl'], { fails: true })
      return { required: ['zone 9 has no price'], decisive: ['main::bill(9)'] }
    },
  },
]
