import { joined, type Rule } from '../rule.ts'

/** How runtimes, databases, firmware and systems say that a process cannot go on, or must not do something. */
export const runtimeRules: readonly Rule[] = [
  {
    name: 'firmware that stopped',
    kind: 'crash',
    weight: 8.5,
    pattern: joined(
      '^abort\\(\\) was called at |\\bBrownout detector was triggered|\\bESP_ERROR_CHECK failed|\\b(TG\\d|RTC)?WDT\\w*_SYS_RESET|',
      '\\b[Ss]tack smashing (protect|detected)|\\b(did not|didn.t) reset the watchdog|\\*\\*\\* ?(BUS|USAGE|MPU|MEM|SECURE|MemManage|Bus|Usage) (FAULT|[Ff]ault)|\\bcritical temperature reached',
    ),
    hits: [
      'abort() was called at PC 0x400d1234 on core 0',
      'Brownout detector was triggered',
      'Stack smashing protect failure!',
      'ESP_ERROR_CHECK failed: esp_err_t 0x101 (ESP_ERR_NO_MEM) at 0x400d1234',
      'rst:0x8 (TG1WDT_SYS_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)',
      '<err> os: ***** BUS FAULT *****',
    ],
    misses: ['rst:0x1 (POWERON_RESET),boot:0x13', 'the brownout detector is on'],
  },
  {
    name: 'report of a game or a process that died',
    kind: 'crash',
    weight: 8.5,
    pattern: joined(
      '^Description: ([A-Z]\\w+ )?([Ee]xception|Error|Crash(ed)?)\\b|^Description: (Ticking|Rendering|Unexpected error|Initiali[sz]ing)|^Floating point exception\\b|',
      '\\btest run was aborted\\b|\\b[Tt]est host process crashed|[Tt]est host process exited|^\\*\\* Reason for termination|^\\{?"?init terminating in |',
      '\\bexceed(ed|ing|s) (the )?(physical |virtual |process )?memory (limits?|quota)|\\bsending signal (TERM|KILL|SIGTERM|SIGKILL)\\b|^Debugger entered--|',
      '\\bterminated by signal [1-9]|\\bTERM_[A-Z]+LIMIT: |: job killed: ',
    ),
    hits: [
      'Description: Exception in server tick loop',
      'The active test run was aborted. Reason: Test host process crashed',
      '{"init terminating in do_boot",{undef,[{a,b,[],[]}]}}',
      'Debugger entered--Lisp error: (void-variable ring)',
      'TERM_MEMLIMIT: job killed after reaching its memory limit',
      'Container killed by YARN for exceeding memory limits. 1.5 GB of 1 GB physical memory used.',
    ],
    misses: ['Description: a ring of errors is kept', 'crash reports are off'],
  },
  {
    name: 'code of a database',
    kind: 'system',
    weight: 9,
    pattern:
      '\\b(ORA|TNS|PLS|RMAN|SP1|LRM|PRVF|DRG|KUP)-\\d{4,5}: \\S|^SQL\\d{4,5}N |^DB2\\d{4,5}E |^[A-Z]{4,5}\\d{4}E: \\S|^\\(error\\) [A-Z]+ \\S',
    hits: [
      'ORA-12541: TNS:no listener',
      'SP2-0734: unknown command beginning "frob"',
      'SQL0204N  "RING" is an undefined name.',
      'SRVE0777E: Exception thrown by application class com.example.Ring.get',
      '(error) WRONGTYPE Operation against a key that holds another kind of value',
    ],
    misses: ['ORA-1 is a name', 'SQL2008N'],
  },
  {
    name: 'access that a policy forbids',
    kind: 'system',
    weight: 8,
    pattern:
      '\\bSELinux is preventing \\S|\\bavc: +denied\\b|\\bapparmor="DENIED"|\\bupstream prematurely closed connection\\b',
    hits: [
      'SELinux is preventing ring from read access on the file ring.conf.',
      'AVC avc:  denied  { read } for  pid=1 comm="ring"',
      'audit: type=1400 audit(1.1:1): apparmor="DENIED" operation="open" profile="ring"',
      'upstream prematurely closed connection while reading response header from upstream',
    ],
    misses: ['SELinux is enforcing', 'apparmor="ALLOWED" operation="open"'],
  },
  {
    name: 'exception of a package, by its module',
    kind: 'exception',
    weight: 8.5,
    pattern: '^[a-z_]\\w*(\\.\\w+)*\\.(exceptions?|errors?|exc)\\.[A-Z]\\w+(: \\S|$)',
    hits: [
      'django.core.exceptions.ImproperlyConfigured: The SECRET_KEY setting must not be empty.',
      "celery.exceptions.NotRegistered: 'ring'",
    ],
    misses: ['import django.core.exceptions', 'a.exceptions.py'],
  },
  {
    name: 'drawing that does not fit',
    kind: 'assertion',
    weight: 7.5,
    pattern: '\\boverflowed by (\\d|Infinity)[\\d.]* ?(pixels|bytes)',
    hits: ['A RenderFlex overflowed by 42 pixels on the right.'],
    misses: ['the text overflowed'],
  },
  {
    name: 'what was not possible',
    kind: 'system',
    weight: 7.5,
    pattern:
      '\\b([Ii]t was|is|was) not possible to \\w|\\bunsuccessful(ly)?\\b|\\bInternal Server Error\\b|\\bis running beyond (physical|virtual) memory|^Runaway argument|\\bcontract violation$|^unsolved goals|\\b(cannot open|could not connect to|unable to open|no) display\\b',
    hits: [
      'It was not possible to find any compatible framework version',
      'Gtk: cannot open display:',
      'Workflow execution completed unsuccessfully!',
      'unsolved goals',
    ],
    misses: ['all that is possible', 'no displays'],
  },
]
