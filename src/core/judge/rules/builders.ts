import { joined, type Rule } from '../rule.ts'

/** How tools that build, install, check or deploy say that they gave up, in their own words. */
export const builderRules: readonly Rule[] = [
  {
    name: 'work that failed',
    kind: 'words',
    weight: 6.5,
    pattern: joined(
      '\\b([Bb]uild|BUILD|[Cc]ompilation|[Cc]ompiling|[Cc]ook|[Ii]nstallation|[Ii]nstall|[Dd]eploy(ment)?|[Mm]igration|[Mm]erger|',
      '[Ss]tartup|[Ii]nitiali[sz]ation|[Tt]esting|[Ll]inking|[Pp]ackaging|[Pp]ublish(ing)?|[Aa]ction|[Vv]alidation|[Vv]erification|',
      '[Pp]arsing|[Ll]oading|[Aa]llocation|[Aa]uthentication|[Aa]uthorization|[Cc]onversion|[Ee]xecution|[Gg]eneration|[Ii]mport|',
      '[Uu]pload|[Dd]ownload|[Cc]lone|[Cc]heckout|[Hh]ook|[Ss]tep|[Tt]ask|[Tt]arget|[Cc]heck|[Qq]uery|[Rr]equest|DISM|',
      '[Mm]odule|[Cc]opy|[Cc]onfiguration|[Ss]igning|[Dd]ecompression|[Ee]xtraction) ([\\w./:-]+ |of [\\w./:-]+ (bytes )?)?(has )?[Ff]ailed( ?[:.;!-]|$| with | because | due to )',
    ),
    hits: [
      'UATHelper: Packaging (Windows): ERROR: Cook failed.',
      'Manifest merger failed : uses-sdk:minSdkVersion 16 cannot be smaller than version 21',
      'memory allocation of 123 bytes failed',
      '===> Compiling src/ring.erl failed',
      'Installation failed with an error',
    ],
    misses: ['the build failed us once', 'tests: 0 failed', 'Building the failed list'],
  },
  {
    name: 'what failed, and why',
    kind: 'words',
    weight: 7.3,
    pattern: '\\b[Ff]ail(ed|ure) ?: [A-Za-z"(]|\\w [Ff]ailure!$',
    unless:
      '\\b[Ff]ail(ed|ure) ?: (none|null|nil|false|true|never|undefined)\\b|failed ?: no$|\\b([Ii]f|[Ww]hen|[Uu]nless) ',
    hits: [
      'Initramfs unpacking failed: invalid magic at start of compressed archive',
      'ringCreateDevice failed: no such extension',
      'Dependency failure: source of ring is no project',
      'Stack protector failure!',
    ],
    misses: ['failed: 0', 'failed: false', 'when a request failed: try it again'],
  },
  {
    name: 'code of an error',
    kind: 'system',
    weight: 7.5,
    pattern: joined(
      '\\b(failed|aborted|ended|stopped|crashed|returned|terminated) with ((an? )?(fatal )?error|error (code|status)|code|status|HRESULT)[ :=]+[-\\dx(]|',
      '(, | with |: )error -\\d+\\b| error -\\d{4,}|\\bHRESULT[:=]? ?\\(?0x1|\\((E|RPC|STG|CO|DB|DXGI)_[A-Z_]+\\)|\\b[Ee]rror (code|number)[:=]? ?-?[1-9]\\d*\\b|\\b[Ee]rror:? \\(?0x[1-9a-fA-F][\\da-fA-F]{7}\\b|',
      '^(AutomationTool|\\w+) exiting with ExitCode=[1-9]|^CBS_E_\\w+|\\bBUGCHECK_(CODE|STR):|-- Error \\d{4}\\. |\\breturned actual error code [1-9]|\\bis returning 1[56]\\d\\d$',
    ),
    unless: '[Ee]rror (code|number)[:=]? ?-?[1-9].* ok\\b',
    hits: [
      'Installation failed with error code 1603.',
      'usb 1-1: device not accepting address 5, error -71',
      'HRESULT: 0x80004005 (E_FAIL)',
      'InnoDB: Operating system error number 13 in a file operation.',
      'Product: Ring -- Error 1722. There is a problem with this package.',
      'CSetupHost::Execute: Error 0x8007001F',
      'AutomationTool exiting with ExitCode=25 (Error_UnknownCookFailure)',
    ],
    misses: ['failed with a smile', 'error codes: 12', 'exiting with ExitCode=0'],
  },
  {
    name: 'error at work',
    kind: 'compiler',
    weight: 7.2,
    pattern: joined(
      '^\\W*Error (occurred|initiali[sz]ing|building|loading|creating|opening|parsing|reading|writing|running|executing|starting|',
      'connecting|processing|compiling|installing|resolving|fetching|downloading|generating|importing|while|during|found:)( |$)|',
      '^\\W*([A-Z]\\w+ )?Error in (model|test|snapshot|source|macro|seed|exposure|job|stage|template|rule|query) \\S|^Failure in test \\S',
    ),
    unless: '\\b(no|without|if|when) error',
    hits: [
      'Error occurred during initialization of VM',
      'Error building Player because scripts had compiler errors',
      'Compilation Error in model ring (models/ring.sql)',
      'Failure in test not_null_ring (models/ring.yml)',
      'Error found:',
    ],
    misses: ['Error handling in models', 'Errors in tests: 0', 'error in time'],
  },
  {
    name: 'errors were found',
    kind: 'words',
    weight: 7.2,
    pattern:
      '\\b(found (\\w+ )?errors?|had (\\w+ )?errors|errors (have )?occurred|errors? (was|were|is) (found|detected|encountered)|encountered (\\w+ )?errors|reported errors)\\b',
    unless:
      '\\b([Nn]o|0|[Zz]ero|[Ii]f|[Aa]ny|without|never|when|whether) ([\\w-]+ ){0,3}(found|errors?)\\b|\\bfound (no|0|zero) ',
    hits: [
      'Lint found errors in the project; aborting build.',
      '-- Configuring incomplete, errors occurred!',
      'Error building Player because scripts had compiler errors',
      'Errors were detected: errors were found in ring.yml',
    ],
    misses: [
      'no errors were found',
      'found no errors',
      'if errors occurred, run it again',
      '0 errors were found',
    ],
  },
  {
    name: 'error of a phase, spaced out',
    kind: 'compiler',
    weight: 9,
    pattern:
      '^[a-zA-Z][\\w.+-]* (error|fatal|Error|Fatal) +: \\S|^(\\[\\d+/\\d+ [A-Z]\\w+\\]|\\[(ERROR|error) \\d+/\\d+ \\w+\\]) \\S+:\\d+:\\d+',
    hits: [
      "ptxas error   : Entry function 'ring' uses too much shared data",
      "nvcc fatal   : Unsupported gpu architecture 'compute_90'",
      '[1/1 UnknownName] src/Main.purs:12:5',
    ],
    misses: ['[1/2] src/Main.purs', 'the fatal: rule'],
  },
  {
    name: 'level after a prefix',
    kind: 'level',
    weight: 8,
    pattern: joined(
      '[\\w)\\]]: ?(FATAL|ERROR|CRITICAL|SEVERE)( ?[:-]) \\S|^(FATAL|CRITICAL|ERROR):\\w|^SEVERE: \\S|^; caught (ERROR|WARNING):|^\\w+ ?: ?(FATAL|ERROR|CRITICAL) +- \\S|',
      '^[EF] \\S+\\.(cc|cpp|cu|h|c):\\d+\\] ',
    ),
    hits: [
      'BFC:FATAL - TUnixSystem::DispatchSignals : segmentation violation',
      'UATHelper: Packaging (Windows): ERROR: Cook failed.',
      'E tensorflow/compiler/ring.cc:12] no such device',
      'SEVERE: A child container failed during start',
      '; caught ERROR:',
    ],
    misses: ['levels: INFO, ERROR', 'E a.cc'],
  },
  {
    name: 'resource that a deployment could not make',
    kind: 'system',
    weight: 8.5,
    pattern:
      '\\b(CREATE|UPDATE|DELETE|ROLLBACK|IMPORT)_FAILED\\b|\\bdepends on undefined (service|network|volume|config|secret|resource)|^manifest (for \\S+ not found: manifest )?unknown|\\bDuplicate (class|resources?|module|symbol|file) \\S.* (found|in) ',
    hits: [
      'CREATE_FAILED        AWS::Lambda::Function Ring Resource handler returned message: "x"',
      'service "a" depends on undefined service b: invalid compose project',
      'manifest unknown',
      'Duplicate class a.Ring found in modules ring-1.jar and ring-2.jar',
    ],
    misses: ['CREATE_COMPLETE AWS::Lambda::Function Ring', 'Duplicate classes are merged'],
  },
  {
    name: 'parts that need each other',
    kind: 'unresolved',
    weight: 8,
    pattern:
      '\\b([Ii]mport cycle|[Dd]ependency cycle|[Cc]yclic (dependency|import|reference|inheritance)|[Cc]ircular (dependency|import|reference|inheritance|definition))\\b',
    also: '\\b(not allowed|detected|found|between|error|involving)\\b',
    hits: [
      '\timport cycle not allowed',
      'Circular dependency between the following tasks:',
      'Cyclic dependency found: a -> b -> a',
    ],
    misses: ['the cyclic garbage collector', 'The circular dependency plugin is enabled'],
  },
  {
    name: 'content that is not what was promised',
    kind: 'demand',
    weight: 8.5,
    pattern: joined(
      '\\b([Cc]hecksums?|[Hh]ash(es)?|[Dd]igest|[Ii]ntegrity|[Ss]ignatures?|SHA-?\\d+|[Ss]ha\\d+|[Mm]d5|MD5|CRC)\\b.*\\b(mismatch|(did|does|do) (NOT|not) match|verification failed|check failed|is invalid|are invalid)\\b|',
      '\\bBAD signature\\b|can.t check signature\\b',
    ),
    hits: [
      'sha256sum: 1 computed checksum did NOT match',
      'Error: ring: SHA256 mismatch',
      'gpg: BAD signature from "Ring <r@example.com>"',
    ],
    misses: ['checksum matches', 'a hash of the table', 'the signature is valid'],
  },
  {
    name: 'option that a program does not take',
    kind: 'unresolved',
    weight: 7.5,
    pattern:
      '\\b[Uu]nrecogni[sz]ed ((VM|command[- ]line|configuration) )?(function|option|argument|arguments|command|flag|directive|key|field|token|selector|character|expression|parameter|name|file format|attribute)\\b|\\bNo keyword with name\\b',
    hits: [
      "Unrecognized VM option 'MaxPermSize=1'",
      'ring: unrecognized option --frob',
      "No keyword with name 'Add Ring' found.",
    ],
    misses: ['unrecognized options are passed on to ld'],
  },
  {
    name: 'report of a check',
    kind: 'lint',
    weight: 8,
    pattern: '^>> Issue: \\[[A-Z]\\d+|^Quitting from lines? \\d|^\\d+\\. (Failure|Error): ',
    hits: [
      '>> Issue: [B602:subprocess_popen_with_shell_equals_true] subprocess call with shell=True',
      'Quitting from lines 12-14 (ring.Rmd)',
      '── 1. Failure: adds (@test-ring.R#12)  ──',
    ],
    misses: ['>> Issue: none', 'Quitting from the menu'],
  },
]
