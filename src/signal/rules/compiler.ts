import type { Row } from '../row.ts'

/** What compilers, linkers, type checkers and build tools say of a source file. */
export const compilerRows: readonly Row[] = [
  {
    name: 'error after a location',
    kind: 'compiler',
    weight: 10,
    pattern:
      '(:\\d+([.:-]+\\d+)*|\\(\\d+(, ?\\d+)*\\)|line \\d+|characters? [\\d-]+|\\[\\d+, ?\\d+\\])[:,]?\\s*(- )?(\\[[^\\]]*\\]\\s*)?((fatal|syntax|internal|type|parse|parser|compile|compiler|semantic|lexical|runtime|link|static|unhandled|critical|resolver|scanner|lexer|severe) )?(error|severe)\\b',
    flags: 'i',
    unless: 'error (handl|report|recover)',
    hits: [
      'src/ring.c:14:31: error: use of a name nobody declared',
      'app/main.ts(16,14): error TS2322: Type A is not assignable to B',
      'Sources/App/main.swift:3:5: error: no exit',
      '[ERROR] /src/Main.java:[57,8] error: while writing',
      'main.cr:3:1: syntax error in main.cr',
      'a.f90:12:20: Fatal Error: Cannot open module file',
      '"file:a.html":41.3-41.12: error: Stray end tag',
      '  3:7  error  x is not used  no-unused-vars',
      '  app/ring.py:9:13 - error: "cnt" is not defined',
    ],
    misses: ['src/a.c:3:1: error handling begins here', 'connecting to host:80 without errors'],
  },
  {
    name: 'error at the start',
    kind: 'compiler',
    weight: 9,
    pattern:
      '^[\\s|*>#!%│•-]*([\\w./+-]+: )?((fatal|syntax|internal|runtime|parse|compile|compilation|compiler|build|link|linker|uncaught|type|name|load|config|configuration|cmake|semantic|elaboration|evaluation|user|import|usage|dependency|resolution|network|http|validation|bundle|bundler|rollup|fetch|static|schema|database|unhandled|unexpected|execution|latex|package|class|assertion) )?error(\\[\\w+\\]|\\s*\\(?[A-Z]+-?\\d+\\)?|\\s*\\[[A-Z0-9-]+\\])?\\s*[:!]',
    flags: 'iu',
    hits: [
      'error: attribute missing',
      'Error: connect ECONNREFUSED 127.0.0.1:80',
      'error[E0308]: mismatched types',
      'ld: error: undefined symbol: main',
      '  Fatal error: Uncaught TypeError',
      '│ Error: Reference to undeclared resource',
    ],
    misses: ['errors: 0', 'Error rate was low today'],
  },
  {
    name: 'error at the start, of something',
    kind: 'compiler',
    weight: 9,
    pattern:
      '^[\\s|*>#!%-]*([\\w./+-]+: )?((fatal|syntax|internal|runtime|parse|load|type|unexpected|execution|\\w+) )?error (in|at|while|on|near|code|when|occurred|loading|during|from|response|compiling|installing|building|running|executing|reading|parsing|processing|creating|opening|\\d+)\\b',
    flags: 'i',
    also: ':',
    hits: [
      'Syntax error in query: near FROM',
      'Runtime error near line 7: UNIQUE constraint failed',
      'go: error loading module requirements: no such host',
    ],
    misses: ['error in time', 'errors: 0'],
  },
  {
    name: 'error with a code',
    kind: 'compiler',
    weight: 9,
    pattern:
      '\\berror [A-Z]+-?\\d\\d+|\\berror\\[[A-Z]*\\d+\\]|^\\s*CMake Error|===SORRY!|\\b(fatal|Fatal|FATAL) error\\b|\\(error [A-Z]+\\d+\\)|ERROR \\d+ \\(|^%Error|^Error while\\b|treated as (an )?errors?\\b',
    hits: [
      'error FS0039: The value is not defined',
      'CMake Error at CMakeLists.txt:35 (message):',
      '===SORRY!=== Error while compiling',
      'LINK : fatal error LNK1120: 1 unresolved externals',
      'ERROR 1064 (42000) at line 9: You have an error in your SQL syntax',
      'Warning, treated as error:',
    ],
    misses: ['the error A1 is fine'],
  },
  {
    name: 'block of a compiler that speaks in prose',
    kind: 'compiler',
    weight: 9,
    pattern:
      '^\\s*-- [A-Z]+[A-Z ]* ----|^-- \\[E\\d+\\] |^\\s*\\*\\* \\(\\w+(\\.\\w+)*Error\\)|^\\s*\\*\\* \\((Mix|exit|EXIT|throw|stop)\\)|^== (Compilation )?error in|^! [A-Z][a-z]|^l\\.\\d+ |^e: (file:|/|[A-Z])|^E: \\S|^\\[[A-Z][A-Z ]+ERROR\\]|^E\\d+: \\S|^\\[!\\] \\S',
    hits: [
      '-- TYPE MISMATCH ------------------------- src/Main.elm',
      '** (CompileError) lib/a.ex:3: undefined function',
      '== Compilation error in file lib/a.ex ==',
      '! Undefined control sequence.',
      'l.12 \\foo',
      'e: file:///src/Main.kt:3:5 Unresolved reference: x',
      'E: Unable to locate package nothing',
      'E121: Undefined variable: x',
    ],
    misses: ['-- looking for pthread.h', '! no'],
  },
  {
    name: 'a name that nothing resolves',
    kind: 'unresolved',
    weight: 8,
    pattern:
      '\\b(undefined (reference|symbol|variable|method|function|identifier|name|local|constant|control|property|index|array|offset|macro|command|global|type|module|label|behavior)|unresolved (external|reference|import|name|symbol|identifier|dependenc\\w+)|multiple definition|(cannot|can.t|could not|couldn.t|unable to|failed to|did not|cannot be|could not be) (find|found|locate|resolved?|load|open|import|read|access|parse|compiled?|build|connect|create|write|fetch|download|install|get|determined?|execute|start|run|allocate|infer|bind|convert|verif\\w+|link|apply|match|unify|deduce|assign|set|satisfy|represented|used|applied|complete)|no (matching|rule|available|candidate|overload|instance|member|method|module|implementation|definition|visible|version|solution|suitable|compatible|required|bottle|package|packages|installation|enum|match)\\b|no such|(not|isn.t) in scope|undeclared|does ?n.t exist|(does|do|did) not exist|has no (\\w+ )?(member|attribute|field|method|property|instance|type|return)|incompatible types?|type mismatch|mismatched types|not assignable|parse error|syntax error|unbound|use of undeclared|redefinition|not defined|(is|was|are) undefined|is void\\b|undefined$|already (exists|defined|declared|in use)|attempt to|library not loaded|is unbound|not installable|wrong (number|type|argument)|is not a (function|constructor|valid|type|member|class|known|git|directory|number|subtype|list)|(not|never) (been )?(declared|implemented|initialized|assigned)|identifier not found|imported (and|but) (not used|unused)|requires explicit)\\b',
    flags: 'i',
    hits: [
      "main.c:(.text+0x5): undefined reference to `frob'",
      '  symbol: cannot find symbol',
      "ModuleNotFound: No module, cannot find module './x'",
      'x is not a function, undefined',
      'make: no rule to make target',
      'main.go:4:2: no required module provides package frob',
    ],
    misses: ['defined reference to frob', 'an undefined amount of time'],
  },
  {
    name: 'a name nobody knows',
    kind: 'unresolved',
    weight: 7,
    pattern:
      '\\b(unknown (option|command|type|module|variable|flag|identifier|property|target|package|field|host|directive|argument|key|attribute|symbol|function|word|encoding|column|method|revision|import)|invalid (version|value|argument|syntax|type|option|character|token|name|path|format|input|use|operand|conversion|cast|json|yaml|escape|operation|reference|configuration|number|date|url|index|state|credentials)|(is|are|was|were) invalid|missing (required|module|dependency|package|header|return|argument|separator|semicolon|file|type|value|entry|import|parameter|field|property|licen[sc]e|closing|a|an|the|key|from|before|in|go.sum)|unexpected (end|token|eof|indent\\w*|character|symbol|identifier|string|keyword|input|blank|value|argument|error|exception|result|response|call|type|line|space|number)|requirement|unsupported|prohibited)\\b',
    flags: 'i',
    hits: [
      'nginx: unknown directive "frob" in nginx.conf:9',
      'frob: invalid version: v9',
      'missing go.sum entry for module',
      'a.js: Unexpected token (9:3)',
    ],
    misses: ['nothing is unknown'],
  },
]
