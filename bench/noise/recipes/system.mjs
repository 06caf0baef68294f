// Package managers, containers and machines.
export const recipes = [
  {
    name: 'apt-get-fancy',
    tool: 'apt-get',
    version: 'apt-get --version',
    command:
      'apt-get install -y --reinstall --no-install-recommends -o Dpkg::Progress-Fancy=1 cowsay figlet jq libjq1 libonig5 tree',
  },
  {
    name: 'apt-fail',
    tool: 'apt',
    version: 'apt --version',
    command: 'apt install -y tree no-such-parcel-tool',
    decisive: ['Unable to locate package no-such-parcel-tool'],
  },
  {
    name: 'buildah-build',
    tool: 'buildah',
    version: 'buildah --version',
    command: 'buildah --storage-driver vfs build --isolation chroot -t shop .',
    columns: 120,
    rows: 40,
    files: buildahFiles(24),
  },
  {
    name: 'buildah-fail',
    tool: 'buildah',
    version: 'buildah --version',
    command: 'buildah --storage-driver vfs build --isolation chroot -t shop .',
    files: { ...buildahFiles(10), Dockerfile: `${buildahFiles(10).Dockerfile}COPY no-such-tariff.txt /\n` },
    decisive: ['no-such-tariff.txt', 'no such file or directory'],
  },
  {
    name: 'ansible-fail',
    tool: 'ansible-playbook',
    version: 'ansible-playbook --version',
    command: 'ansible-playbook -i localhost, -c local play.yml',
    env: { ANSIBLE_FORCE_COLOR: '1' },
    files: { 'play.yml': playbook() },
    decisive: ['no-such-tariff.conf', 'failed=1'],
  },
]

function buildahFiles(steps) {
  const parts = Array.from({ length: steps }, (_, n) => `part-${n}.txt`)
  const files = Object.fromEntries(parts.map((name, n) => [name, `${n}\n`]))
  const layers = parts.map((name) => `COPY ${name} /data/${name}\nENV PART_${name.slice(5, -4)}=ready`)
  return { ...files, Dockerfile: `FROM scratch\n${layers.join('\n')}\n` }
}

function playbook() {
  const steps = Array.from(
    { length: 15 },
    (_, n) => `    - name: write label ${n}\n      copy: { content: "${n}", dest: "/src/app/label-${n}" }`,
  )
  return `- hosts: all\n  gather_facts: false\n  tasks:\n${steps.join('\n')}\n    - name: read the tariff\n      command: cat /src/app/no-such-tariff.conf\n`
}
