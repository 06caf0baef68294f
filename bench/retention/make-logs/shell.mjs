// Shells, make and the small tools that builds use.
import { nameOf, pack, passTests, range, serve } from './passing.mjs'

const lines = (count, text) => range(count).map(text).join('\n')

export const logs = [
  {
    name: 'make-keep-going',
    tool: 'make',
    make(project) {
      const targets = range(120).map((n) => `part-${n}`)
      const rules = targets.map((name, n) => {
        const script = n === 58 ? 'sh price.sh prices.csv' : `echo packing ${nameOf(n)}.o -Werror=${name}`
        return `${name}:\n\t@echo "CC ${nameOf(n)}.c"\n\t${script}\n`
      })
      project.write('Makefile', `all: ${targets.join(' ')}\n${rules.join('')}`)
      project.write('prices.csv', `${lines(90, (n) => `${n},12.50,EUR`)}\n90,12.50\n`)
      const check = 'NF != 3 { print "prices.csv: row " NR " has " NF " columns, 3 wanted"; exit 4 }'
      project.write('price.sh', `awk -F, '${check}' "$1"\n`)
      serve(project, 600)
      project.run('make', ['-k', 'all'], { fails: true })
      serve(project, 600)
      return { required: ['row 91 has 2 columns, 3 wanted'], decisive: ['Error 4'] }
    },
  },
  {
    name: 'make-no-rule',
    tool: 'make',
    make(project) {
      pack(project, 'assets', 600)
      const rules = range(30).map((n) => `part-${n}:\n\t@echo "CC ${nameOf(n)}.c (0 errors)"\n`)
      project.write(
        'Makefile',
        `all: ${lines(30, (n) => `part-${n}`).replaceAll('\n', ' ')} till\ntill: till.c\n${rules.join('')}`,
      )
      passTests(project, 'smoke', 14)
      project.run('make', ['all'], { fails: true })
      return { required: ["No rule to make target 'till.c', needed by 'till'"] }
    },
  },
  {
    name: 'bash-trace',
    tool: 'bash',
    make(project) {
      const script = `set -u
for n in $(seq 1 400); do error_count=0; test "$n" -gt "$error_count"; done
echo "uploading to $BUCKET_NAME"
`
      project.write('deploy.sh', script)
      serve(project, 600)
      project.run('bash', ['-x', 'deploy.sh'], { fails: true })
      serve(project, 1200)
      return { required: ['BUCKET_NAME: unbound variable'] }
    },
  },
  {
    name: 'shell-not-found',
    tool: 'sh',
    make(project) {
      const steps = range(300).map((n) =>
        n === 140 ? 'tarifftool --sync north' : `echo "step ${n}: ${nameOf(n)} ok, 0 failed"`,
      )
      project.write('nightly.sh', `${steps.join('\n')}\n`)
      serve(project, 600)
      project.run('sh', ['nightly.sh'])
      serve(project, 900)
      return { required: ['tarifftool: not found|tarifftool: command not found'] }
    },
  },
  {
    name: 'sha256sum',
    tool: 'sha256sum',
    make(project) {
      for (const n of range(600)) project.write(`parts/${nameOf(n)}-${n}.bin`, `${n}\n`)
      project.sh('find parts -type f | sort | xargs sha256sum > SUMS', { quiet: true })
      project.write(`parts/${nameOf(288)}-288.bin`, 'other bytes\n')
      project.run('sha256sum', ['-c', 'SUMS'], { fails: true })
      pack(project, 'logs', 800)
      return { required: [`parts/${nameOf(288)}-288.bin: FAILED`] }
    },
  },
  {
    name: 'golden-diff',
    tool: 'diff',
    make(project) {
      const golden = (n) => lines(40, (k) => `${nameOf(k)}: ${n * k} errors: 0`)
      for (const n of range(40)) {
        project.write(`golden/${n}.txt`, `${golden(n)}\ntotal: ${n * 100}\n`)
        project.write(`actual/${n}.txt`, `${golden(n)}\ntotal: ${n === 18 ? 1799 : n * 100}\n`)
      }
      pack(project, 'fixtures', 600)
      for (const n of range(40)) {
        project.run('diff', ['-u', '-s', `golden/${n}.txt`, `actual/${n}.txt`], { fails: n === 18 })
        project.run('cat', [`actual/${n}.txt`])
      }
      return { required: ['-total: 1800', '+total: 1799'] }
    },
  },
  {
    name: 'patch-hunk',
    tool: 'patch',
    make(project) {
      serve(project, 750)
      for (const n of range(80)) {
        const text = (last) => `${lines(30, (k) => `${nameOf(k)} ${k}`)}\n${last}\n`
        project.write(`old/${nameOf(n)}-${n}.c`, text('return 0;'))
        project.write(`new/${nameOf(n)}-${n}.c`, text('return 1;'))
      }
      project.sh('diff -ru old new > change.patch; true', { quiet: true })
      project.write(
        `old/${nameOf(36)}-36.c`,
        lines(30, (k) => `rewritten ${k}`),
      )
      project.sh('cd old && patch -p1 --verbose < ../change.patch', { fails: true })
      serve(project, 900)
      return { required: ['Hunk #1 FAILED at'], decisive: [`${nameOf(36)}-36.c.rej`] }
    },
  },
  {
    name: 'tar-truncated',
    tool: 'tar',
    make(project) {
      pack(project, 'assets', 600)
      project.sh('head -c 200000 assets.tar > copy.tar', { quiet: true })
      serve(project, 1200)
      project.run('tar', ['-tvf', 'copy.tar'], { fails: true })
      return { required: ['Unexpected EOF in archive'] }
    },
  },
  {
    name: 'shell-killed',
    tool: 'sh',
    make(project) {
      const script = `for n in $(seq 1 40); do
  if [ "$n" = 22 ]; then bash -c 'kill -KILL $$'; else seq -f "job $n line %g: errors=0" 1 30; fi
  [ "$?" = 0 ] || echo "job $n ended with status 137"
done
`
      project.write('jobs.sh', script)
      project.run('bash', ['jobs.sh'])
      serve(project, 600)
      return { required: ['job 22 ended with status 137'] }
    },
  },
]
