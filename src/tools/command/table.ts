import type { Purpose } from '../../options.ts'

// What programs print, as data. judge.ts reads it; test/command has command lines for each group.

/** How a program is judged. In `words`, subcommands and options that go together are joined by `+`. */
export interface CommandRow {
  for: Purpose
  /** Purposes of subcommands. The longest that matches counts. `:` stands for an operand with a colon. */
  words?: Readonly<Partial<Record<Purpose, string>>>
  /** Exit codes that are answers, not failures: of the program, or of the words that stand beside them. */
  answers?: Readonly<Record<number, string>>
  /** Letters of the short options whose value is the next word. */
  takes?: string
}

/** Commands that print nothing, or nothing that was asked for. */
export const SILENT = `: . alias bg break builtin cd chgrp chmod chown continue cp declare disown exit export false fg
  hash kill killall let ln local mkdir mkfifo mktemp mv popd pkill pushd read readonly return rm rmdir set setfacl shift
  shopt shred sleep source sync test [ touch trap true truncate typeset ulimit umask unalias unset wait`

/** Those of them that list what is set when nothing is given to them, or `-a` or `-p`. */
export const LISTS = 'alias declare export hash readonly set shopt trap typeset ulimit umask'

/** Commands that print a line or two, such as a heading above what another one prints. */
export const SHORT = 'basename clear date dirname echo hostname printf pwd tput whoami'

/** Programs whose `-v` or `-V` asks for more words and not for their version, as their documents say. */
export const VERBOSE = `ansible-playbook black ctest flake8 mypy ninja nose2 nosetests nox phpunit prove py.test pylint
  pytest sbt tox unittest`

/** Programs that run the statements that they read. */
export const DATABASES =
  'clickhouse-client cqlsh duckdb mariadb mongosh mysql psql redis-cli sqlcmd sqlite3 usql'

/** Programs that show the text of files. */
const READS = `bat batcat bzcat cat cut fold glow gzcat head hexdump hexyl iconv less links lynx lz4cat mdcat more most
  nl od pandoc pdftotext pr sed strings tac tail w3m xxd xzcat zcat zless zstdcat`

/** Programs that answer a question. */
const QUERIES = `gdb grype lldb ltrace nmap ping strace syft traceroute trivy ansible-doc ansible-inventory apropos apt-cache apt-mark ar awk b2sum blockdev crontab doctl fdisk hcloud hledger iptables
  kubectx kubens madge ncu nvidia-smi pdfgrep pg_dump rocm-smi sestatus ufw vault bc blkid bq btop cal cksum cloc code column comm compgen csvlook csvstat
  dasel dc debconf-show df dig dirs dpkg-query du duckdb env exa exiftool expand eza ffprobe file find free fuser fx gawk getconf getent
  gron groups help history host hostnamectl htop id identify ifconfig infocmp iostat ip ipcs jobs join last ldd locale localectl
  locate logname ls lsb_release lsblk lscpu lsd lsmod lsns lspci lsusb man mawk md5sum mdfind mlr mongosh mount mpstat
  mysql nawk netstat nm nmcli nproc nslookup numfmt objdump openssl paste pdfinfo perldoc pidstat pkg-config plutil printenv ps
  pstree pydoc pydoc3 ri
  readelf readlink realpath redis-cli rev route screen sensors seq sha1sum sha256sum sha512sum shasum shuf size sort split
  sqlite3 ss stat sw_vers sysctl tldr tmux tokei top tr tree tsort tty uname uniq uptime usql vmstat w wc whatis whereis
  who whois xmllint xsv yes`

/** Programs that show what services and kernels wrote. */
const LOGS = 'dmesg journalctl kail lnav logread multitail stern'

/** Programs that build, test, check, install, deploy, serve or move something, and report on it. */
const RUNS = `apachectl arduino-cli build cabal carthage celery changeset clj convert copilot cosign createdb cross
  crystal dd depcheck detox dub eas eb electron-builder elm fpc gleam hlint idf.py k3d kind
  ko lein lhci magick maturin microk8s minikube moc mongodump mongorestore nginx nim nimble ocrmypdf
  pa11y pg_restore pio platformio pod premake5 purs qmake semantic-release shards spago stack tauri trunk
  typst vcpkg vsce wasm-bindgen west xcpretty xmake act ansible ansible-lint ansible-playbook ant apk apt-get
  artillery asc autoconf automake autoreconf ava bandit basedpyright bats bazelisk behat behave biome bison
  black buck buck2 buf buildah c8 certbot checkov cl clang-tidy codeception commitlint
  conan configure configure.py cppcheck cpack cucumber cypress dbt detekt dockerd doxygen dprint dune
  emcc erlc esbuild expo fastlane ffmpeg flake8 flex forge foreman gatling gatsby ghc ginkgo gitleaks
  golangci-lint golint goreleaser gradlew gradlew.bat grunt gulp gunicorn hadolint hardhat hatch hugo
  hypercorn hyperfine invoke isort jasmine javac jekyll just k6 karma kotlinc knip ktlint latexmk ld lerna
  lint-staged liquibase lld locust lualatex luacheck mage maestro mdbook meson mill mint mkdocs mocha
  msbuild mvn mvnd mvnw mvnw.cmd mypy newman next ng nmake nodemon nosetests nox nuxt nvcc nx nyc
  odoo-bin oxlint packer parcel pdflatex phpcs phpstan phpunit playwright pre-commit prettier protoc
  psalm publint puppet py.test pyinstaller pylint pyright react-scripts rebar3 remix restic rolldown
  rollup rspec rsync rubocop rustfmt sam sass sbt scons scp scrapy semgrep serverless service sfdx sls
  shellcheck shfmt skaffold snyk solhint sphinx-build spotbugs sqlfluff standard storybook   stylelint svelte-check swc swiftc swiftlint tap tilt tox truffle ts-node-dev tsup
  turbo typedoc unittest uvicorn vagrant vale valgrind venv verilator vite vitepress vue-tsc wasm-pack
  xelatex xo yamllint yosys zip`

/** Programs with subcommands, or with statuses that are answers. */
const ROWS: Readonly<Record<string, CommandRow>> = {
  ...of('ack ag egrep fgrep findstr grep rg ugrep zgrep Select-String', {
    for: 'query',
    answers: { 1: '' },
    takes: 'efmABCgt',
  }),
  ...of('cmp colordiff delta diff difft icdiff', { for: 'query', answers: { 1: '' } }),
  sudo: { for: 'query' },
  ...of('command expr lsof pgrep type which', { for: 'query', answers: { 1: '' } }),
  ...of('fd fdfind', { for: 'query', answers: { 1: '-q --quiet' } }),
  ...of('[ test', { for: 'query', answers: { 1: '' } }),
  jq: { for: 'query', answers: { 1: '-e --exit-status', 4: '-e --exit-status' } },
  yq: { for: 'query', answers: { 1: '-e --exit-status' } },
  curl: {
    for: 'read',
    words: { query: '-I --head -X --request -d --data -F -w --json -v', run: '-O -o --output' },
  },
  ...of('http https xh', { for: 'query' }),
  ...of('Get-Content gc', { for: 'read' }),
  git: {
    for: 'query',
    takes: 'Cc',
    words: {
      read: 'show+: cat-file+-p',
      run: `am add apply bisect checkout cherry-pick clean clone commit fetch filter-branch fsck gc init lfs maintenance
        merge mv pull push rebase repack reset restore revert rm stash sparse-checkout submodule switch svn`,
      query: 'bisect+log bisect+view bisect+visualize stash+list stash+show submodule+status worktree+list',
    },
    answers: {
      1: 'diff+--exit-code diff+--quiet diff+--no-index grep check-ignore merge-base+--is-ancestor',
    },
  },
  gh: {
    for: 'query',
    takes: 'R',
    words: {
      log: 'run+view+--log run+view+--log-failed',
      run: `run+watch run+rerun run+download workflow+run pr+create pr+merge pr+checkout repo+clone repo+create
        release+create release+upload auth+login extension+install codespace issue+create`,
    },
  },
  glab: { for: 'query', takes: 'R', words: { log: 'ci+trace', run: 'ci+run mr+create mr+merge repo+clone' } },
  svn: { for: 'query', words: { run: 'checkout co update up commit ci merge switch', read: 'cat' } },
  hg: { for: 'query', words: { run: 'clone pull push commit update merge rebase', read: 'cat' } },
  ...of('npm pnpm yarn', {
    for: 'run',
    takes: 'wCF',
    words: {
      query: `ls list ll la view info show search outdated explain why config prefix root bin help fund query whoami
        owner dist-tag access profile docs repo bugs pkg get store+path licenses workspaces+info workspaces+list
        audit+--json`,
    },
    answers: { 1: 'outdated ls list' },
  }),
  bun: { for: 'run', words: { query: 'pm outdated' } },
  deno: { for: 'run', words: { query: 'info doc types help', unknown: 'eval repl' } },
  ...of('pip pip3', {
    for: 'run',
    words: { query: 'list show freeze config search index help inspect debug check cache' },
    answers: { 1: 'check' },
  }),
  uv: {
    for: 'run',
    words: { query: 'tree pip+list pip+show pip+freeze pip+tree python+list tool+list cache+dir version' },
  },
  poetry: { for: 'run', words: { query: 'show env+info env+list config search about version' } },
  pipenv: { for: 'run', words: { query: 'graph' } },
  ...of('conda mamba micromamba', {
    for: 'run',
    words: { query: 'list info search config env+list env+export' },
  }),
  gem: { for: 'run', words: { query: 'list search info environment env contents dependency which' } },
  bundle: { for: 'run', words: { query: 'list show info outdated config env platform licenses' } },
  composer: { for: 'run', words: { query: 'show info outdated search why depends why-not licenses config' } },
  cargo: {
    for: 'run',
    words: {
      query: '--list tree metadata search info locate-project pkgid version help expand asm llvm-lines',
    },
  },
  rustup: { for: 'run', words: { query: 'show which doc toolchain+list component+list target+list' } },
  go: { for: 'run', words: { query: 'list env version doc help mod+graph mod+why' } },
  swift: { for: 'run', words: { query: 'package+describe package+show-dependencies' } },
  dotnet: {
    for: 'run',
    words: { query: 'list sln+list nuget+list sdk+check ef+migrations+list ef+dbcontext+list' },
  },
  mix: { for: 'run', words: { query: 'help deps deps.tree hex.info xref' } },
  rails: { for: 'run', words: { query: 'routes about stats notes', unknown: 'runner console' } },
  'manage.py': { for: 'run', words: { query: 'showmigrations diffsettings sqlmigrate', unknown: 'shell' } },
  artisan: { for: 'run', words: { query: 'route:list about list migrate:status', unknown: 'tinker' } },
  zig: { for: 'run', words: { query: 'env targets version' } },
  apt: { for: 'run', words: { query: 'list show search policy depends rdepends' } },
  dpkg: { for: 'run', words: { query: '-l -L -s -S --list --status --search --listfiles' } },
  rpm: { for: 'run', words: { query: '-q -qa -qi -ql -qf' } },
  ...of('yum dnf zypper', {
    for: 'run',
    words: { query: 'list info search repolist history deplist provides repoquery' },
  }),
  pacman: { for: 'run', words: { query: '-Q -Qi -Ql -Qs -Ss -Si' } },
  brew: { for: 'run', words: { query: 'list ls info search deps outdated config leaves uses cat desc' } },
  snap: { for: 'run', words: { query: 'list info find' } },
  nix: { for: 'run', words: { query: 'search show-config flake+show flake+metadata path-info eval' } },
  ...of('docker podman nerdctl', {
    for: 'run',
    takes: 'Hcf',
    words: {
      query: `ps images inspect port top stats version info history search diff image+ls image+inspect container+ls
        container+inspect container+list volume+ls volume+inspect network+ls network+inspect system+df system+info
        context+ls compose+ps compose+config compose+images compose+ls compose+top compose+version manifest+inspect
        node+ls service+ls service+ps stack+ls stack+ps pod+ps`,
      log: 'logs container+logs compose+logs service+logs events',
    },
  }),
  'docker-compose': {
    for: 'run',
    takes: 'fp',
    words: { query: 'ps config images ls top version', log: 'logs' },
  },
  crictl: { for: 'query', words: { log: 'logs', run: 'pull rm rmi stop' } },
  ...of('kubectl oc k', {
    for: 'query',
    takes: 'nsf',
    words: {
      log: 'logs',
      run: `apply create delete patch replace scale rollout wait drain cordon uncordon label annotate run expose edit set
        taint cp port-forward proxy attach debug autoscale new-app start-build`,
      query: 'rollout+history',
    },
    answers: { 1: 'diff' },
  }),
  helm: {
    for: 'run',
    takes: 'n',
    words: {
      query:
        'list ls get status history show search template version env repo+list plugin+list dependency+list',
    },
  },
  kustomize: { for: 'query' },
  argocd: { for: 'query', words: { log: 'app+logs', run: 'app+sync app+wait app+create' } },
  istioctl: { for: 'query', words: { run: 'install upgrade' } },
  ...of('terraform tofu terragrunt', {
    for: 'run',
    words: {
      query:
        'plan show output state+list state+show providers version graph console workspace+list workspace+show',
    },
    answers: { 2: 'plan+-detailed-exitcode' },
  }),
  pulumi: {
    for: 'run',
    words: { query: 'preview stack stack+ls stack+output config whoami about', log: 'logs' },
  },
  cdk: { for: 'run', words: { query: 'ls list diff synth metadata context docs' } },
  aws: {
    for: 'query',
    words: {
      log: 'logs+tail logs+get-log-events logs+filter-log-events',
      run: 's3+sync s3+cp s3+mv cloudformation+deploy',
    },
  },
  gcloud: {
    for: 'query',
    words: { log: 'logging+read app+logs', run: 'app+deploy run+deploy functions+deploy builds+submit' },
  },
  gsutil: { for: 'query', words: { read: 'cat', run: 'cp rsync mv rm' } },
  az: { for: 'query', words: { run: 'deployment webapp+up acr+build', log: 'webapp+log' } },
  ...of('heroku fly flyctl vercel netlify railway', {
    for: 'run',
    words: {
      query: 'apps config ps info status releases addons list ls inspect whoami domains env+ls secrets+list',
      log: 'logs',
    },
  }),
  systemctl: {
    for: 'query',
    words: { run: 'start stop restart reload enable disable daemon-reload isolate' },
    answers: { 1: 'is-enabled is-failed', 3: 'status is-active', 4: 'status is-active' },
  },
  adb: {
    for: 'query',
    takes: 's',
    words: { log: 'logcat bugreport', run: 'install push pull sideload reboot' },
  },
  xcrun: { for: 'run', takes: '', words: { query: 'simctl+list --find --show-sdk-path' } },
  bazel: { for: 'run', words: { query: 'query cquery aquery info version' } },
  rclone: { for: 'run', words: { query: 'ls lsd lsl lsf size listremotes about', read: 'cat' } },
  nomad: { for: 'query', words: { log: 'alloc+logs', run: 'job+run run plan stop' } },
  firebase: { for: 'run', words: { query: 'projects:list apps:list', log: 'functions:log' } },
  wrangler: { for: 'run', words: { query: 'whoami kv+key+list d1+list', log: 'tail' } },
  airflow: { for: 'run', words: { query: 'dags+list tasks+list info version' } },
  alembic: { for: 'run', words: { query: 'current history heads show branches' } },
  flyway: { for: 'run', words: { query: 'info' } },
  prisma: { for: 'run', words: { query: 'format version migrate+status' } },
  ...of('bzip2 xz zstd', { for: 'run', words: { read: '-dc -cd -dck', query: '-l' } }),
  gzip: { for: 'run', words: { read: '-dc -cd', query: '-l' } },
  gunzip: { for: 'run', words: { read: '-c --stdout', query: '-l' } },
  console: {
    for: 'run',
    words: { query: 'list about debug:router debug:container debug:config', unknown: 'dbal:run-sql' },
  },
  pm2: { for: 'query', words: { log: 'logs', run: 'start restart reload stop delete deploy' } },
  supervisorctl: { for: 'query', words: { log: 'tail', run: 'start stop restart update' } },
  perf: { for: 'run', words: { query: 'list report annotate script' } },
  '7z': { for: 'run', words: { query: 'l', read: '-so' } },
  tar: {
    for: 'run',
    words: {
      query: '-t -tf -tvf -tzf -tzvf tf tvf tzf tzvf --list',
      read: '-O --to-stdout -xO -xOf -xzOf xOf xzOf',
    },
  },
  unzip: { for: 'run', words: { query: '-l -v -Z', read: '-p' } },
  wget: { for: 'run', words: { read: '-qO- -O- -qO -O+- -nv+-O- --output-document=-' } },
  ldconfig: { for: 'run', words: { query: '-p --print-cache' } },
  'update-alternatives': { for: 'run', words: { query: '--display --get-selections --list --query' } },
  ...of('cc c++ clang clang++ g++ gcc gfortran', {
    for: 'run',
    words: {
      query:
        '-E -M -MM -dM -S+-o+- -dumpmachine -dumpspecs -print-search-dirs -print-targets --print-supported-cpus',
    },
  }),
  'clang-format': { for: 'read', words: { run: '-i -n --dry-run' } },
  cmake: { for: 'run', words: { query: '-L -LA -LH -LAH -N --system-information' } },
  ctest: { for: 'run', words: { query: '-N --show-only' } },
  ...of('dart flutter', { for: 'run', words: { query: 'pub+deps pub+outdated devices emulators' } }),
  snakemake: { for: 'run', words: { query: '-n -S --summary --rulegraph --dag' } },
  ninja: { for: 'run', words: { query: '-t', run: '-t+clean' } },
  rake: { for: 'run', words: { query: '-T -P -W -AT' } },
  xcodebuild: { for: 'run', words: { query: '-showBuildSettings -showsdks -showdestinations' } },
  rustc: { for: 'run', words: { query: '--print --explain' } },
  tsc: { for: 'run', words: { query: '--all --listFilesOnly --showConfig' } },
  eslint: { for: 'run', words: { query: '--env-info --print-config' } },
  jest: { for: 'run', words: { query: '--listTests --showConfig' } },
  vitest: { for: 'run', words: { query: 'list' } },
  pytest: { for: 'run', words: { query: '--co --collect-only --fixtures --markers' } },
  ruff: { for: 'run', words: { query: 'config linter rule --show-files --show-settings' } },
  gradle: { for: 'run', words: { query: 'dependencies properties projects tasks' } },
  make: { for: 'run', words: { query: '-n --dry-run --just-print -p --print-data-base' } },
  node: { for: 'unknown', words: { run: '--test --check', query: '--v8-options --completion-bash' } },
  ...of('tsx ts-node', { for: 'unknown', words: { run: '--test' } }),
  // A script of statements goes on after one that failed, and still ends with 0.
  ...of('cqlsh psql', { for: 'query', words: { unknown: '-f --file' } }),
  'clickhouse-client': { for: 'query', words: { unknown: '--queries-file' } },
  sqlcmd: { for: 'query', words: { unknown: '-i' } },
  'json.tool': { for: 'query' },
  'http.server': { for: 'run' },
}

/** Options with which a program that runs something answers a question instead, whatever the program is. */
export const ASKING_OPTION =
  /^--?(?:\w+[-_])?list(?:[-_A-Z][\w-]*)?$|^--?(?:dry-?run|diff|tree|collect-only|(?:print|show|dump)-[\w-]+)(?:=.*)?$|^(?:-o=?|--output=)(?:json|yaml)$/

/** The first word behind such a program, or the last one, that asks. */
export const ASKING_FIRST =
  /^(?:describe|diff|explain|graph|help|info|inspect|licenses|list|ls|metadata|outdated|search|show|tree|version|whoami|why)$/
export const ASKING_LAST =
  /^(?:.*:)?(?:config|dependencies|dependency-?tree|dependencyTree|effective-\w+|env|projects|properties|routes|show|status|targets|tasks|tree)$|\.(?:routes|tree)$|:display-[\w-]+$/

/** The names of scripts that run something, whatever their ending. */
export const RUN_SCRIPT =
  /^(?:run[-_.]?)?(?:all[-_]?)?(?:unit[-_]?|integration[-_]?|e2e[-_]?)?(?:tests?|build|install|deploy|setup|lint|ci|release|bootstrap|configure|compile|check|migrate|package|publish|provision)(?:[-_][\w-]+)?(?:\.(?:sh|bash|py|js|mjs|ts|rb|pl|bat|cmd|ps1))?$/

/** The names of files that are logs. */
export const LOG_FILE =
  /\.(?:log|out|err)(?:\.\d+)?(?:\.(?:gz|xz|zst|bz2))?$|(?:^|\/)var\/log\/|(?:^|\/)(?:syslog|messages|kern\.log)(?:\.\d+)?$|(?:^|\/)logs?\/[^/]+\.txt$/i

/** How a program that runs another one is read: the options with a value, and how many operands come before it. */
export interface Wrapper {
  takes?: string
  longs?: string
  /** Operands before the command. */
  skip?: number
  /** True when the rest is joined and read by a shell. */
  isLine?: boolean
}

const DOCKER_RUN = {
  takes: 'aceghlmpuvw',
  longs: `--add-host --cpus --device --entrypoint --env --env-file --gpus --hostname --label --memory --mount --name
    --network --platform --publish --user --volume --workdir`,
  skip: 1,
}

/** Programs that run another one. Words that belong together are joined by `+`. */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  ...of(
    `command builtin exec nohup setsid time unbuffer doas caffeinate winpty busybox rtk chronic npx bunx uvx pipx+run
    npm+exec npm+x pnpm+exec pnpm+dlx yarn+exec yarn+dlx bun+x uv+run uv+tool+run poetry+run pipenv+run pdm+run rye+run
    hatch+run pixi+run bundle+exec dotenv dotenvx+run cross-env env-cmd mise+exec asdf+exec fnm+exec volta+run
    direnv+exec op+run aws-vault+exec doppler+run infisical+run nodenv+exec rbenv+exec pyenv+exec opam+exec stack+exec
    cabal+exec dune+exec xvfb-run faketime catchsegv proxychains conda+run mamba+run micromamba+run`,
    {
      takes: 'pwenoc',
      longs: '--package --with --python --directory --project --group --extra --env-file --prefix',
    },
  ),
  env: { takes: 'uCS', longs: '--unset --chdir' },
  sudo: { takes: 'ugpChrtTUD', longs: '--user --group --chdir' },
  nice: { takes: 'n' },
  ionice: { takes: 'cnp' },
  stdbuf: { takes: 'ioe' },
  timeout: { takes: 'ks', longs: '--signal --kill-after', skip: 1 },
  gtimeout: { takes: 'ks', longs: '--signal --kill-after', skip: 1 },
  taskset: { takes: 'c', skip: 1 },
  chroot: { skip: 1 },
  flock: { takes: 'wE', skip: 1 },
  watch: { takes: 'n', isLine: true },
  eval: { isLine: true },
  xargs: { takes: 'nPLIsadE', longs: '--max-args --max-procs --replace --delimiter' },
  parallel: { takes: 'jNnaI', longs: '--jobs' },
  ssh: { takes: 'bcDEeFIiJLlmOopQRSWw', skip: 1, isLine: true },
  'docker+exec': { takes: 'euw', longs: '--env --env-file --user --workdir', skip: 1 },
  'podman+exec': { takes: 'euw', longs: '--env --user --workdir', skip: 1 },
  'docker+compose+exec': { takes: 'euw', longs: '--env --user --workdir --index', skip: 1 },
  'docker-compose+exec': { takes: 'euw', longs: '--env --user --workdir --index', skip: 1 },
  'docker+run': DOCKER_RUN,
  'podman+run': DOCKER_RUN,
  'docker+compose+run': { ...DOCKER_RUN },
  'docker-compose+run': { ...DOCKER_RUN },
  'kubectl+exec': { takes: 'ncf', longs: '--namespace --container --context', skip: 1 },
  'oc+exec': { takes: 'ncf', longs: '--namespace --container --context', skip: 1 },
  'nix+develop': { takes: 'c' },
}

/** One row for each of several names. */
function of<Value>(names: string, value: Value): Record<string, Value> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name.trim(), value]))
}

let rows: Map<string, CommandRow> | undefined

/** The row of a program. Undefined for one that the table does not name. */
export function rowOf(name: string): CommandRow | undefined {
  if (!rows) {
    rows = new Map()
    const groups = { read: READS, query: QUERIES, log: LOGS, run: RUNS } as const
    for (const [purpose, names] of Object.entries(groups))
      for (const each of names.split(/\s+/)) rows.set(each, { for: purpose as Purpose })
    for (const [each, row] of Object.entries(ROWS)) rows.set(each, row)
  }
  return rows.get(name)
}
