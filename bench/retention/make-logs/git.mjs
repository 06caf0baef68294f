// git: a merge, a series of patches, a missing remote, a damaged object.
import { nameOf, pack, range, serve } from './passing.mjs'

/** A repository whose files have one line each for the head, the middle and the end. */
function repository(project, count) {
  project.run('git', ['init', '-q', '-b', 'main', '.'], { quiet: true })
  for (const n of range(count)) project.write(`src/${nameOf(n)}-${n}.c`, content('head', 'end'))
  commit(project, 'first')
}

const content = (head, end) =>
  `${head}\n${range(20)
    .map((n) => `${n}`)
    .join('\n')}\n${end}\n`

function commit(project, message) {
  project.run('git', ['add', '-A'], { quiet: true })
  project.run('git', ['commit', '-q', '-m', message], { quiet: true })
}

export const logs = [
  {
    name: 'git-merge',
    tool: 'git merge',
    make(project) {
      repository(project, 300)
      project.run('git', ['checkout', '-q', '-b', 'topic'], { quiet: true })
      for (const n of range(300)) project.write(`src/${nameOf(n)}-${n}.c`, content('topic', 'end'))
      commit(project, 'Handle every error')
      project.run('git', ['checkout', '-q', 'main'], { quiet: true })
      for (const n of range(300))
        project.write(`src/${nameOf(n)}-${n}.c`, content(n === 152 ? 'main' : 'head', 'main'))
      commit(project, 'Fail over')
      project.run('git', ['merge', 'topic'], { fails: true })
      serve(project, 900)
      return { required: [`Merge conflict in src/${nameOf(152)}-152.c`] }
    },
  },
  {
    name: 'git-apply',
    tool: 'git apply',
    make(project) {
      repository(project, 200)
      for (const n of range(200)) {
        project.write(`src/${nameOf(n)}-${n}.c`, content('head', 'new end'))
      }
      project.sh('git diff > change.patch; git checkout -q -- src', { quiet: true })
      project.write(`src/${nameOf(20)}-20.c`, content('head', 'something else'))
      project.write(`src/${nameOf(110)}-110.c`, content('head', 'something else'))
      serve(project, 600)
      project.run('git', ['apply', '--verbose', '--reject', 'change.patch'], { fails: true })
      serve(project, 600)
      return { required: ['patch failed: src/'] }
    },
  },
  {
    name: 'git-clone',
    tool: 'git clone',
    make(project) {
      repository(project, 40)
      pack(project, 'assets', 600)
      for (const n of range(30)) {
        const from = n === 14 ? 'mirrors/tariffs.git' : '.git'
        project.run('git', ['clone', '--verbose', '--no-local', from, `clones/${nameOf(n)}-${n}`], {
          fails: n === 14,
          env: { GIT_TRACE: '1' },
        })
      }
      serve(project, 600)
      return { required: ["fatal: repository 'mirrors/tariffs.git' does not exist"] }
    },
  },
  {
    name: 'git-fsck',
    tool: 'git fsck',
    make(project) {
      repository(project, 20)
      serve(project, 900)
      project.write('src/lost.c', 'lost\n')
      commit(project, 'Add lost.c')
      project.sh(
        'id=$(git rev-parse HEAD:src/lost.c); rm -f .git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-)',
        {
          quiet: true,
        },
      )
      project.run('git', ['fsck', '--full', '--verbose'], { fails: true })
      serve(project, 1200)
      return { required: ['missing blob '] }
    },
  },
]
