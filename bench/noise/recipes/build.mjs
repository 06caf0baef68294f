// Builds of C: make, ninja, cmake.
import { nounOf, range } from './words.mjs'

/** C sources, a CMakeLists.txt and a Makefile; the source `broken` has a wrong call. */
function program({ sources, broken = -1 }) {
  const files = {}
  const names = range(sources).map(nounOf)
  for (const [n, name] of names.entries()) {
    const call = n === broken ? `total_of(${n})` : `${n} * 42`
    files[`src/${name}.c`] =
      `#include <stdio.h>\n\nint ${name}(int base)\n{\n    int unused;\n    return base + ${call};\n}\n`
  }
  files['src/main.c'] = 'int main(void) { return 0; }\n'
  files['CMakeLists.txt'] =
    `cmake_minimum_required(VERSION 3.10)\nproject(shop C)\nset(CMAKE_C_FLAGS "-Wall -Werror=implicit-function-declaration")\nadd_executable(shop src/main.c ${names.map((name) => `src/${name}.c`).join(' ')})\n`
  files.Makefile = `CFLAGS = -Wall -Werror=implicit-function-declaration -fdiagnostics-color=always\nOBJECTS = ${names.map((name) => `src/${name}.o`).join(' ')}\n\nshop: $(OBJECTS) src/main.o\n\t$(CC) -o $@ $^\n`
  return files
}

export const recipes = [
  {
    name: 'make-fail',
    tool: 'make',
    version: 'make --version',
    command: 'make -j2 -k',
    files: program({ sources: 60, broken: 37 }),
    decisive: ['implicit declaration of function', 'total_of'],
  },
  {
    name: 'cmake-ninja',
    tool: 'ninja',
    version: 'ninja --version',
    command: 'cmake -G Ninja -B out && ninja -C out',
    files: program({ sources: 120 }),
  },
  {
    name: 'ninja-fail',
    tool: 'ninja',
    version: 'ninja --version',
    command: 'ninja -C out -k 0',
    prepare: 'cmake -G Ninja -B out',
    env: { CLICOLOR_FORCE: '1' },
    files: program({ sources: 80, broken: 51 }),
    decisive: ['implicit declaration of function', 'total_of'],
  },
  {
    name: 'cmake-make',
    tool: 'cmake',
    version: 'cmake --version',
    command: 'cmake -B out && cmake --build out',
    files: program({ sources: 50 }),
  },
]
