import type { Row } from '../row.ts'

/** Exceptions by name, traces, and native crashes. */
export const exceptionRows: readonly Row[] = [
  {
    name: 'name of an exception',
    kind: 'exception',
    weight: 9,
    pattern:
      '(^|[^\\w-])[A-Z][\\w$]*(Error|Exception|Failure|Failed|Fault|Panic|NotFound|Violation|Rejection|Interrupt|Overflow|Timeout)(:|@| ?[(\\]]|\\s+at\\b|\\s+(in|was|thrown|occurred|raised)\\b|\\s*$|\\s[\\[(]\\w+[\\])])',
    unless: '^\\s*(import|from|use|catch|except|rescue|class|throws)\\b|^\\s*at [\\w.$]+\\(',
    hits: [
      "TypeError: Cannot read properties of undefined (reading 'host')",
      '    java.lang.IllegalStateException: closed',
      'E       AttributeError: no such thing',
      'NoMethodError (undefined method)',
      'System.InvalidOperationException: Sequence contains no elements',
      'org.junit.ComparisonFailure: expected:<1> but was:<2>',
      'core.exception.AssertError@source/ring.d(9): unittest failure',
      'AssertionError [ERR_ASSERTION]: 5 == 4',
    ],
    misses: ['import FooException', 'class MyError:', 'ErrorBoundary'],
  },
  {
    name: 'warning raised as an exception',
    kind: 'exception',
    weight: 6,
    pattern: '[.:] ?[A-Z]\\w*Warning(:|$)|^E +\\w*Warning:',
    hits: ['E   pkg.errors.ReadWarning: impossible', 'pkg/_page.py:14: ReadWarning'],
    misses: ['Warning: deprecated'],
  },
  {
    name: 'exception announced',
    kind: 'exception',
    weight: 9,
    pattern:
      '\\b(panicked at|panic: |Traceback \\(most recent|[Uu]nhandled (exception|rejection|promise|error)|[Uu]ncaught|terminate called|[Ss]tack overflow|exception (was )?thrown|threw an? |was thrown|[Ee]xception in thread|[Ee]xception occurred|raised an exception|Fatal error: exception|badmatch|function_clause|case_clause|badarith|badarg|if_clause|try_clause|noproc|[Ee]xecution halted|debugger invoked|[Nn]on-exhaustive|EXCEPTION CAUGHT|aborted! |[Ii]nternal (compiler )?error|[Ii]n procedure)\\b|^\\s*goroutine \\d+ \\[running|^CallStack|^Backtrace|\\baborted!',
    hits: [
      "thread 'main' panicked at src/main.rs:2:5:",
      'panic: runtime error: index out of range [5]',
      'Traceback (most recent call last):',
      'Exception in thread "main" java.lang.Error',
      "terminate called after throwing an instance of 'x'",
      'The following assertion was thrown running a test:',
      'rake aborted! exception',
    ],
    misses: ['no panic here', 'a traceback is printed on error'],
  },
  {
    name: 'cause of an exception',
    kind: 'cause',
    weight: 9,
    pattern:
      '^\\s*(Caused by\\b|caused by:|Cause:|Reason:|reason:|Root cause|Suppressed: |\\[cause\\]|During handling of|During evaluation)',
    hits: ['Caused by: java.io.IOException: broken', '  [cause]: Error: inner', 'Caused by:'],
    misses: ['The delay was caused by rain'],
  },
  {
    name: 'native crash',
    kind: 'crash',
    weight: 10,
    pattern:
      '\\b(stack smashing|[Ss]egmentation [Ff]ault|[Ss]egfault\\w*|SEGV|SIG(SEGV|ABRT|KILL|BUS|ILL|FPE|TERM|TRAP|INT)\\b|core dumped|[Bb]us error|\\w+Sanitizer: |runtime error: |Invalid (read|write|free)\\b|Conditional jump|Mismatched free|[Uu]se of uninitiali|(definitely|indirectly) lost|[Oo]ut [Oo]f [Mm]emory|OutOfMemory|OOMKilled|oom-kill|[Cc]annot allocate|[Ii]llegal instruction|double free|deadlock|DEADLOCK|DATA RACE|data race|[Kk]ernel panic|kernel BUG|Call Trace|Oops:|EXC_BAD_ACCESS|access violation|ACCESS_VIOLATION|STATUS_\\w+|dumped core|abnormal (termination|exit)|fatal error has been detected|Killed\\b|pure virtual|heap corruption|heap-\\w+|use-after-\\w+|Undefined Behavior)|^free\\(\\): |^malloc\\(\\): |^BUG: |\\bALARM\\b',
    unless: 'STATUS_(OK|SUCCESS)',
    hits: [
      'Segmentation fault (core dumped)',
      'ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60',
      'Invalid write of size 4',
      'WARNING: DATA RACE',
      '/bin/sh: line 1:  7 Killed   ./a.out',
    ],
    misses: ['the process is alive', 'skills are killed off'],
  },
]
