// Compilers and their programs, if the machine has them.
import { nameOf, pack, range, serve } from './passing.mjs'

/** Writes a Makefile for files of which one is broken. Each file causes a warning, and the flags hold failure words. */
function cProject(project, { compiler, extension, flags = '', broken, at = 22 }) {
  const names = range(44).map((n) => `${nameOf(n)}_${n}`)
  for (const [n, name] of names.entries()) {
    const fine = `#include <stddef.h>\nint ${name}(int error) {\n  int unused_${n};\n  return error + ${n};\n}\n`
    project.write(`src/${name}.${extension}`, n === at ? broken : fine)
  }
  const objects = names.map((name) => `out/${name}.o`).join(' ')
  project.write(
    'Makefile',
    `all: ${objects}\nout/%.o: src/%.${extension}\n\t@mkdir -p out\n\t${compiler} -Wall -Wextra -Werror=return-type ${flags} -c $< -o $@\n`,
  )
}

export const logs = [
  {
    name: 'gcc-make',
    tool: 'gcc',
    make(project) {
      cProject(project, {
        compiler: 'gcc',
        extension: 'c',
        broken: 'struct bill { int net; };\nint total(struct bill *b) { return b->gross; }\n',
      })
      serve(project, 600)
      project.run('make', ['-k'], { fails: true })
      serve(project, 900)
      return {
        required: ["'struct bill' has no member named 'gross'|‘struct bill’ has no member named ‘gross’"],
      }
    },
  },
  {
    name: 'gcc-link',
    tool: 'ld',
    make(project) {
      cProject(project, {
        compiler: 'gcc',
        extension: 'c',
        broken: 'int winter_rate(int zone);\nint main(void) { return winter_rate(3); }\n',
      })
      project.run('make', ['-k'])
      project.sh('gcc -o out/shop out/*.o', { fails: true })
      pack(project, 'assets', 600)
      serve(project, 600)
      return { required: ["undefined reference to `winter_rate'"] }
    },
  },
  {
    name: 'gxx-template',
    tool: 'g++',
    make(project) {
      cProject(project, {
        compiler: 'g++',
        extension: 'cc',
        broken:
          '#include <map>\n#include <string>\nint total() {\n  std::map<std::string, int> m;\n  return m[std::map<int, int>()];\n}\n',
      })
      serve(project, 600)
      project.run('make', ['-k'], { fails: true })
      serve(project, 600)
      return { required: ["no match for 'operator[]'|no match for ‘operator[]’"] }
    },
  },
  {
    name: 'asan',
    tool: 'asan',
    make(project) {
      project.write(
        'heap.c',
        '#include <stdlib.h>\n#include <stdio.h>\nint main(void) {\n  setbuf(stdout, 0);\n  for (int i = 0; i < 400; i++) printf("case %d: error_count=0 ok\\n", i);\n  int *a = malloc(16);\n  a[4] = 1;\n  return a[4];\n}\n',
      )
      serve(project, 600)
      project.run('gcc', ['-g', '-fsanitize=address', '-o', 'heap', 'heap.c'])
      project.run('./heap', [], { fails: true })
      serve(project, 900)
      return { required: ['heap-buffer-overflow on address'] }
    },
  },
  {
    name: 'c-assert',
    tool: 'libc',
    make(project) {
      project.write(
        'till.c',
        '#include <assert.h>\n#include <stdio.h>\nint main(void) {\n  setbuf(stdout, 0);\n  for (int i = 0; i < 400; i++) printf("drawer %d: fail=0\\n", i);\n  int drawers = 3;\n  assert(drawers == 4);\n  return 0;\n}\n',
      )
      serve(project, 600)
      project.run('gcc', ['-o', 'till', 'till.c'])
      serve(project, 900)
      project.sh('./till', { fails: true })
      return { required: ['drawers == 4'] }
    },
  },
]
