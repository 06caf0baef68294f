// Programs that take the whole screen or talk with their user.
import { nounOf, range } from './words.mjs'

const story = { 'story.txt': `${range(300).map(sentence).join('\n')}\n` }

/** Sentences that differ in their words, so that none is like another. */
function sentence(n) {
  const word = (step) => nounOf((n * step) % 10).replace(/_\d/, '')
  return `${n}: the ${word(1)} of the ${word(3)} took ${'abcdefghijklmnopqrstuvwxyz'.slice(n % 23, (n % 23) + 3)}${'aeiou'[n % 5]} to the parcel ${n % 90}${'stuvw'[(n >> 3) % 5]}`
}

export const recipes = [
  {
    name: 'vim',
    tool: 'vim',
    version: 'vim --version',
    command: 'vim -u NONE story.txt',
    files: story,
    keys: [
      [800, '20G'],
      [1200, 'iA new beginning.\x1b'],
      [1800, '/parcel 4\r'],
      [2400, '\x06'],
      [3000, ':wq\r'],
    ],
  },
  {
    name: 'less',
    tool: 'less',
    version: 'less --version',
    command: 'less story.txt',
    files: story,
    keys: [
      [500, ' '],
      [900, ' '],
      [1300, '/parcel 9\r'],
      [1800, 'G'],
      [2300, 'q'],
    ],
  },
  {
    name: 'top',
    tool: 'top',
    version: 'top -v',
    command: 'top -d 0.5',
    columns: 120,
    rows: 40,
    before: '(while :; do :; done) & (sleep 60) & :',
    keys: [[4200, 'q']],
  },
  {
    name: 'htop',
    tool: 'htop',
    version: 'htop --version',
    command: 'htop -d 5',
    before: '(while :; do :; done) & :',
    keys: [[3200, 'q']],
  },
  {
    name: 'watch',
    tool: 'watch',
    version: 'watch --version',
    command: 'timeout --foreground 3 watch -n 0.3 "seq 1 8 | shuf; date +%s%N" || true',
  },
  {
    name: 'dialog-gauge',
    tool: 'dialog',
    version: 'dialog --version',
    command:
      'for n in $(seq 0 4 100); do echo $n; sleep 0.05; done | dialog --title Parcels --gauge "Sending the parcels" 8 60',
  },
  {
    name: 'whiptail-gauge',
    tool: 'whiptail',
    version: 'whiptail --version',
    command:
      'for n in $(seq 0 5 100); do echo $n; sleep 0.05; done | whiptail --title Parcels --gauge "Sending the parcels" 8 60 0; echo all sent',
  },
  {
    name: 'gdb-crash',
    tool: 'gdb',
    version: 'gdb --version',
    command: 'gdb -q -ex run -ex bt -ex "info locals" ./shop; exit 1',
    prepare: 'gcc -g -o shop shop.c',
    files: {
      'shop.c':
        '#include <stdio.h>\n\nstatic int price(int *table, int n)\n{\n    return table[n];\n}\n\nint main(void)\n{\n    int *table = 0;\n    printf("opening the shop\\n");\n    return price(table, 3);\n}\n',
    },
    keys: [
      [4000, 'up\r'],
      [4500, 'print table\r'],
      [5000, 'quit\r'],
      [5400, 'y\r'],
    ],
    decisive: ['Program received signal SIGSEGV, Segmentation fault.', 'in price (table=0x0, n=3)'],
  },
]
