import { type Discount, IS_NOISE, IS_PASS, IS_WARNING, joined } from '../rule.ts'

/** Alarming words that healthy runs write: of debugging, probes, known notices, style, and counts of nothing. */
export const decoyDiscounts: readonly Discount[] = [
  {
    name: 'level of debugging',
    factors: [0.4, 0.4, 0.45],
    bit: IS_NOISE,
    pattern: joined(
      '^\\W*(DEBUG|TRACE|VERBOSE|FINE|FINER|FINEST)\\b|[\\])\\d] +(DEBUG|TRACE|VERBOSE|FINEST)\\b|\\[(DEBUG|TRACE)\\]|/(DEBUG|TRACE)\\]|',
      '\\b(level|severity|lvl)["\']?[=:]\\s*["\']?(debug|trace|DEBUG|TRACE)\\b|^[DV]/\\w|^\\[(info|debug|trace) *\\]\\[[a-z]|^\\s*\\d+ +\\d+ [DV] \\w',
    ),
    unless: 'ERROR|FATAL',
    hits: [
      '2024-05-01 10:00:00,123 DEBUG [main] a.b.C: Exception while probing',
      'level=debug msg="error getting x: not found"',
      '{"level":"debug","msg":"error: not found"}',
      'D/Ring( 1234): error: not found',
    ],
    misses: ['level=error msg="debug failed"', 'the DEBUG build failed'],
  },
  {
    name: 'probe of a configuration',
    factors: [0.3, 0.3, 0.3],
    bit: IS_NOISE,
    pattern: joined(
      '^\\s*checking (for|whether|if|how|that|size|the|to|which|dependency) .*\\.\\.\\.|^-- (Could (NOT|not) find|Looking for|',
      "Checking|Unable to find|  ?(No package|Package ')|.* not found[,.; ]*(\\(|disabl|skip|using|build|$))|",
      '^\\s*(Run-time dependency|Dependency|Library|Program|Header|Has header|Compiler|Checking for|Function|Message) .*: NO\\b|',
      '^configure: not found: ',
    ),
    unless: '\\b(error|Error|ERROR)\\b|found: NO$.*required',
    hits: [
      'checking for ring... not found',
      '-- Could NOT find Git (missing: GIT_EXECUTABLE)',
      "--   No package 'ring' found",
      'Run-time dependency ring found: NO (tried pkgconfig)',
    ],
    misses: [
      'checking for ring... configure: error: not found',
      'CMake Error: Could NOT find Git (missing: GIT_EXECUTABLE)',
      '  Could NOT find Git (missing: GIT_EXECUTABLE)',
    ],
  },
  {
    name: 'trouble that is stepped over',
    factors: [0.6, 0.6, 0.65],
    pattern: joined(
      '\\bdisabled \\(not found|exceeds the recommended|[,;.:(–-] *(so )?(skipping|skipped|disabled|disabling|using|ignoring|ignored|falling back|continuing|defaulting|assuming|',
      'proceeding|creating|installing|downloading|generating|building|will be skipped|will use|No artifacts|version will)\\b',
    ),
    also: '\\b([Nn]ot found|exceeds|[Mm]issing|[Uu]navailable|[Ff]ailed|[Cc]ould( NOT| not|n.t)|[Uu]nable to|[Cc]annot|[Nn]ot available)\\b',
    unless: '\\b(error|Error|ERROR|FATAL|fatal|SEVERE|CRITICAL)\\b',
    hits: [
      'file not found, creating',
      'Git not found, version will be unknown',
      'Could not find ring.yml, using defaults',
    ],
    misses: ['ERROR: ring not found, using none', 'Git not found'],
  },
  {
    name: 'talk of a tool that harms nothing',
    factors: [0.4, 0.4, 0.5],
    bit: IS_NOISE,
    pattern: joined(
      '^(rm|rmdir|unlink|pkill|killall|umount|groupadd|useradd|adduser|mesg|tput|locale|invoke-rc\\.d|start-stop-daemon|',
      'dpkg-preconfigure|SLF4J): |^bash: (cannot set terminal|no job control)|^sudo: unable to resolve|^gyp verb |^log4j:WARN|',
      '(^|kernel: )ACPI( BIOS)? (Error|Warning|Exception)\\b|[Ff]ailed to (connect to|create|open|get) .*\\b(bus|D-Bus)\\b|',
      '^Unable to find image .* locally|^[Cc]ache not found for|(not|n.t) (killed|stop|exit|terminate)\\w* .*[Ss]ending SIG|^[Ss]ending SIG[A-Z]+ to (remaining|all|every)|^Picked up (_JAVA|JAVA|JDK)_|',
      'FullyQualifiedErrorId : NativeCommandError|NotSpecified: \\(.*RemoteException|^\\s*\\], RemoteException\\s*$|\\[\\], RemoteException\\s*$|^\\s*NativeCommandError\\s*$|\\(printing [\\w ]+\\), id 0x|No names found, cannot describe|',
      '\\b(Gtk|GLib|dconf|Pango|dbind)-WARNING|XDG_RUNTIME_DIR|firmware load for|^(ALSA lib|MESA-LOADER|Fontconfig (error|warning)|libEGL|QStandardPaths)|',
      ':ERROR:(bus|gpu_\\w+|gl_\\w+|viz_\\w+)\\.cc|\\b([Uu]ser|[Gg]roup) .* already exists|SIGTERM, (shutting|stopping|exiting)|Core Dump Socket|Setting locale failed|stable CLI interface|',
      '^npm (warn|WARN)\\b|^\\d+ vulnerabilit|^Native extension for \\S+ target not found|^debugger-agent: Unable to listen|',
      '^setrlimit\\(\\) failed|^\\[Licensing::|^Cannot rewrite paths in JavaScript source maps|^Information on used Assets is not available',
    ),
    hits: [
      "rm: cannot remove 'build': No such file or directory",
      "Unable to find image 'ring:latest' locally",
      'Ring was not killed in 2000 ms, sending SIGKILL.',
      '    + FullyQualifiedErrorId : NativeCommandError',
      'npm warn ERESOLVE overriding peer dependency',
      '   ], RemoteException',
      '    tring) [], RemoteException',
      '[error occurred during error reporting (printing stack), id 0xb]',
      'Native extension for Ring target not found',
      'debugger-agent: Unable to listen on 12',
    ],
    misses: ["cp: cannot stat 'a': No such file or directory", 'the image was not found'],
  },
  {
    name: 'what only repeats that something failed',
    factors: [0.9, 0.75, 0.75],
    pattern: 'could not compile .* due to|aborting due to( \\d+)? previous|threw an [Ee]xception\\.?\\s*$',
    hits: [
      'error: could not compile `ring` (lib) due to 2 previous errors; 3 warnings emitted',
      'error: aborting due to previous error',
      'Thread Thread[main,5,main] threw an Exception.',
    ],
    misses: ['error: could not compile the pattern', 'threw an exception: no ring'],
  },
  {
    name: 'device that a kernel does without',
    factors: [0.6, 0.6, 0.6],
    pattern: joined(
      '\\[Firmware (Bug|Warn)\\]|\\b[Ll]oad .*firmware|\\bfirmware load|unable to enumerate|thermal zone|no codecs found|',
      '(can.t|[Cc]annot|failed to) (assign|claim|size|allocate resource|reserve)\\b|^mkdir: .*File exists|\\bfirmware: failed to load',
    ),
    hits: [
      'r8161 0000:01:00.0: unable to load firmware patch ring.fw (-1)',
      'usb usb1-port1: unable to enumerate USB device',
    ],
    misses: ['unable to load ring.so', 'cannot allocate memory'],
  },
  {
    name: 'nothing failed, by count',
    factors: [0.08, 0.08, 0.08],
    bit: IS_PASS,
    pattern: joined(
      '^\\s*0 (tests?|specs?|checks?|files?|cases?|examples?|assertions?|jobs?|tasks?|of \\d+) |',
      '(^|[^\\d.,])0 ?(个|件|×)? ?([Ff]ehler|erreur|errore|erros?\\b|[Ff]outen|błęd|ошиб|错误|錯誤|失败|失敗|エラー|오류|실패|hata)|',
      '([Ff]ehler|[Ee]rreurs?|[Ee]rrori|[Ee]rros?|[Ee]rrores|错误|失败|エラー|失敗|오류|실패|[Ff]allos|[Ff]alhas|[ÉE]checs|',
      '[Ff]ehlgeschlagen|[Оо]шибок|błędów)(\\(s\\))? ?[:：=] *0($|[^\\d.])|오류 0|',
      '\\b([Kk]eine|[Ss]ans|[Ss]in|[Ss]em|[Ss]enza|[Gg]een|[Bb]ez) ([Ff]ehler|erreur|error|erro|fout|błęd)|没有错误|无错误|[Бб]ез ошибок',
    ),
    flags: 'u',
    unless: '\\b[1-9]\\d* (failed|failures?|errors?|failing)|[1-9]\\d* ?(Fehler|erreurs?|错误|エラー)',
    hits: [
      '   0 tests completed and failed residual checks,',
      '    0 Fehler',
      '    0 个错误',
      'Es wurden keine Fehler gefunden',
    ],
    misses: ['0 passed, 2 failed', '10 Fehler', '0 tests passed, 2 failed'],
  },
  {
    name: 'matter of style',
    factors: [0.55, 0.55, 0.55],
    bit: IS_WARNING,
    pattern: joined(
      '\\.\\w+:\\d+:(\\d+:)? *\\(?\\[?([WCRNDI]\\d{3,4}\\b|[WCRI]: )|\\.\\w+:\\d+ [WCRNDI]\\d{3,4} ',
    ),
    hits: [
      'src/a.py:9:1: W291 trailing whitespace',
      'a.rb:3:1: C: Style/StringLiterals: Prefer single-quoted strings',
    ],
    misses: [
      'src/a.py:9:1: E999 SyntaxError',
      'src/a.py:9:1: F821 undefined name',
      'a.rb:3:1: E: Lint/Syntax: unexpected',
    ],
  },
  {
    name: 'warning of another language',
    factors: [0.45, 0.4, 0.4],
    bit: IS_WARNING,
    pattern: joined(
      '(^|[:)\\]] ?)([Ww]arnung|WARNUNG|[Aa]vertissement|[Aa]ttention|[Aa]dvertencia|[Aa]viso|[Aa]vviso|[Aa]ttenzione|[Ww]aarschuwing|',
      '[Oo]strzeżenie|[Пп]редупреждение|警告|경고|[Vv]arning|[Uu]yarı) ?(\\w+\\d+ ?)?[:：]',
    ),
    flags: 'u',
    hits: ['main.c:9:13: Warnung: Variable »x« nicht benutzt', 'main.c:9:13: 警告：未使用'],
    misses: ['main.c:9:13: Fehler: x'],
  },
]
