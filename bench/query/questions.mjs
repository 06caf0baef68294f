// Questions about outputs, by topic. `answer` matches the lines that answer. None has the words of its question in a row.
// What a machine does not have is left out.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { buildLog, serviceLog } from './logs.mjs'

const man = (page) => () => {
  const env = { ...process.env, MANPAGER: 'cat', MANWIDTH: '100' }
  return spawnSync('man', [page], { encoding: 'utf8', env, maxBuffer: 1e8 }).stdout
}
const file = (path) => () => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const printed =
  (command, ...words) =>
  () =>
    spawnSync(command, words, { encoding: 'utf8' }).stdout

/** @type {{ name: string, half: 'tuned' | 'held out', for: string, text: () => string, questions: [string, RegExp][] }[]} */
export const topics = [
  {
    name: 'man ssh_config',
    half: 'tuned',
    for: 'read',
    text: man('ssh_config'),
    questions: [
      ['how do I jump through another host first', /^ +ProxyJump$/],
      ['which option sets the private key file', /^ +IdentityFile$/],
      ['keep an idle connection from being dropped', /^ +ServerAliveInterval$/],
      ['how long to wait before giving up connecting to a server', /^ +ConnectTimeout$/],
      ['share one TCP connection between several sessions', /^ +ControlMaster$/],
      ['turn off password prompts in scripts', /^ +BatchMode$/],
      ['what happens when the host key has changed', /StrictHostKeyChecking$/],
      ['forward the authentication agent to the remote machine', /^ +ForwardAgent$/],
      ['include other configuration files', /^ +Include$/],
      ['make the log more verbose', /^ +LogLevel$/],
    ],
  },
  {
    name: 'man find',
    half: 'tuned',
    for: 'query',
    text: man('find'),
    questions: [
      ['find files modified in the last minutes', /^ +-mmin n/],
      ['delete what was found', /^ +-delete\b/],
      ['only empty directories', /^ +-empty\b/],
      ['do not descend into other filesystems', /^ +-xdev\b/],
      ['limit how deep it goes', /^ +-maxdepth levels/],
      ['match the name ignoring case', /^ +-iname pattern/],
      ['files larger than a size in megabytes', /^ +`?M' +for mebibytes/],
      ['separate results with a null character', /^ +-print0\b/],
      ['skip a directory', /^ +-prune\b/],
      ['run a command on many files at once', /^ +-exec command \{\} \+/],
    ],
  },
  {
    name: 'docs/command.md',
    half: 'tuned',
    for: 'read',
    text: file('docs/command.md'),
    questions: [
      ['where are the outputs stored on disk', /XDG_CACHE_HOME|PITH_ARTIFACTS/],
      ['search in a kept output with a regular expression', /pith show .*--grep/],
      ['what exit status does a timeout give', /\b124\b/],
      ['show a single item of JSON', /--items/],
      ['how to install completions for zsh', /completion SHELL/],
      ['hide secrets such as passwords', /--redact/],
      ['wait until a running build finishes', /--follow/],
      ['remove old artifacts', /pith gc/],
      ['only what changed since the previous run', /--since last/],
      ['time limit of a command', /--timeout/],
    ],
  },
  {
    name: 'commander/lib/command.js',
    half: 'tuned',
    for: 'read',
    text: file('node_modules/commander/lib/command.js'),
    questions: [
      ['where is an unknown option reported', /^ {2}unknownOption\(/],
      ['suggest a similar command for a typo', /suggestSimilar\(/],
      ['how is the help text printed', /^ {2}outputHelp\(/],
      ['read option values from environment variables', /^ {2}_?parseOptionsEnv\(/],
      ['launch an executable subcommand', /^ {2}_executeSubCommand\(/],
      [
        'check for mandatory options',
        /^ {2}checkMandatoryOptionsMissingOrConflict|_?checkForMissingMandatoryOptions\(/,
      ],
      ['set the version number', /^ {2}version\(str/],
      ['options that conflict with each other', /_?checkForConflicting(Local)?Options\(/],
      ['add an alias to a command', /^ {2}alias\(alias\)/],
      ['lifecycle hooks before an action', /^ {2}hook\(event/],
    ],
  },
  {
    name: 'log of a service',
    half: 'tuned',
    for: 'log',
    text: serviceLog,
    questions: [
      ['why does login fail', /token signature expired/],
      ['which release is deployed', /starting build 4\.17\.2/],
      ['what made the database slow', /sequential scan on orders/],
      ['who cancelled order 88213', /order 88213 .*by support/],
      ['how large is the connection pool', /pool size 48/],
      ['did the nightly backup finish', /backup of primary finished/],
      ['why are mails not sent', /smtp .*refused/],
      ['when was the certificate renewed', /certificate .* valid until/],
      ['was the cache cleared', /flushed 51203 keys/],
      ['which worker ran out of memory', /worker-7 .*heap/],
    ],
  },
  {
    name: 'man bash',
    half: 'held out',
    for: 'read',
    text: man('bash'),
    questions: [
      ['exit as soon as a command fails', /^ +-e +Exit +immediately/],
      ['fail when any part of a pipeline fails', /^ +pipefail\b/],
      ['how large may the history file grow', /^ +HISTFILESIZE\b/],
      ['treat unset variables as an error', /^ +-u +Treat unset/],
      ['change the prompt', /^ +PS1 /],
      ['redirect standard error to the same place as output', /&>word|>&word/],
      ['seconds since the shell was started', /^ +SECONDS\b/],
      ['what does two asterisks match in a glob', /^ +globstar\b/],
      ['remove a prefix from a variable', /\$\{parameter##word\}/],
      ['search the history backwards while typing', /reverse-search-history/],
    ],
  },
  {
    name: 'node --help',
    half: 'held out',
    for: 'query',
    text: printed('node', '--help'),
    questions: [
      ['restart when a file changes', /^ +--watch /],
      ['limit the size of HTTP headers', /--max-http-header-size/],
      ['write a profile of the processor on exit', /^ +--cpu-prof /],
      ['where do deprecation warnings come from', /--trace-deprecation/],
      ['load environment variables from a file', /--env-file/],
      ['run the tests', /^ +--test /],
      ['trust additional certificate authorities', /--use-openssl-ca|NODE_EXTRA_CA_CERTS/],
      ['evaluate code given on the command line', /^ +-e, --eval/],
      ['what happens to unhandled promise rejections', /--unhandled-rejections/],
      ['preload a module before the program', /^ +-r, --require|^ +--import/],
    ],
  },
  {
    name: 'diff/README.md',
    half: 'held out',
    for: 'read',
    text: file('node_modules/diff/README.md'),
    questions: [
      ['compare two lists item by item', /^\* `diffArrays/],
      ['undo a patch that was applied', /^\* `reversePatch/],
      ['compare stylesheets', /^\* `diffCss/],
      ['how long may the algorithm run', /^\* `timeout`/],
      ['do not block the event loop', /^\* `callback`/],
      ['several patches at once', /^\* `applyPatches/],
      ['read a unified diff into objects', /^\* `parsePatch/],
      ['export changes as markup', /^\* `convertChangesToXML/],
      ['decide by myself when tokens are the same', /^\* `equals\(/],
      ['which browsers are supported', /ES5|browser/],
    ],
  },
  {
    name: '@types/node/fs.d.ts',
    half: 'held out',
    for: 'read',
    text: file('node_modules/@types/node/fs.d.ts'),
    questions: [
      ['delete a folder with everything in it', /export function rm\(/],
      ['create a unique temporary directory', /export function mkdtemp\(/],
      ['change the owner of a file', /export function chown\(/],
      ['is this entry a symbolic link', /isSymbolicLink\(\)/],
      ['free space on the disk', /bavail|StatsFs\b.*\{/],
      ['be told about modifications of a file', /export function watchFile\(/],
      ['cut a file to a given length', /export function truncate\(/],
      ['flush data to the device', /export function fsync\(/],
      ['check the permissions of the caller', /export function access\(/],
      ['read several buffers at once', /export function readv</],
    ],
  },
  {
    name: 'log of a build',
    half: 'held out',
    for: 'run',
    text: buildLog,
    questions: [
      ['which compiler version was used', /clang version 17\.0\.6/],
      ['how big is the final binary', /linked bin\/ringd/],
      ['was the cache of the compiler warm', /ccache: 61\.2 ?% hits/],
      ['which test was the slowest', /slowest: ring_resize_storm/],
      ['what is the coverage', /covered 83\.4 ?%/],
      ['why was the fuzzing skipped', /fuzzers need libfuzzer/],
      ['did the licences pass', /licen[cs]e check: 214 packages/],
      ['which dependency is outdated', /zlib 1\.2\.11 .*newer/],
      ['where were the artifacts uploaded', /s3:\/\/ring-builds/],
      ['how many warnings were suppressed', /17 diagnostics were muted/],
    ],
  },
]
