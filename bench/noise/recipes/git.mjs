// git with its progress lines, on a repository of this machine.
const repository = `git init -q store && cd store && git config user.name Ada && git config user.email ada@example.com && \
for n in $(seq 1 2500); do echo "row $n $n $n" > row-$n.txt; done && git add . && git commit -qm rows && \
for n in $(seq 1 40); do for m in $(seq 1 60); do echo "$n" >> row-$((n*m)).txt; done; git commit -qam "day $n"; done`

export const recipes = [
  {
    name: 'git-clone',
    tool: 'git',
    version: 'git --version',
    command: 'git clone --progress file:///src/app/store copy',
    prepare: repository,
  },
  {
    name: 'git-gc',
    tool: 'git',
    version: 'git --version',
    command: 'git -C store gc',
    prepare: repository,
  },
]
