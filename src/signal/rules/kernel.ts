import { joined, type Rule } from '../rule.ts'

/** What kernels, service managers and system logs report. */
export const kernelRules: readonly Rule[] = [
  {
    name: 'kernel in trouble',
    kind: 'crash',
    weight: 10,
    pattern: joined(
      '(^|[:\\]] )BUG: \\S|\\b(UBSAN|KASAN|KMSAN|KCSAN|KFENCE): \\w|\\bWARNING: (CPU: \\d|possible (circular|recursive|',
      'irq)|suspicious RCU|inconsistent lock|bad unlock|held lock|lock held|locking bug|.* at [\\w./-]+\\.[chS]:\\d+ )|',
      '\\b(soft|hard) (lockup|LOCKUP)\\b|self-detected stall|detected stalls? on|blocked for more than \\d+ sec|',
      'general protection fault|[Uu]nable to handle (kernel|page)|(Oops|divide error|invalid opcode|stack segment|',
      'double fault|int3|alignment check|kernel stack overflow)[: ]+[\\da-f]{4} \\[#\\d|Fatal trap \\d|Unhandled fault:|',
      '\\blist_(add|del) corruption|\\brefcount_t: |register non-static key|LOCKS_WARN_ON\\(|Bad page (state|map)|',
      'scheduling while atomic|sleeping function called from invalid|Guru Meditation|^STOP: 0x|\\bSTOP: 0x[\\dA-F]{8} ?\\(|',
      'Kernel (data|instruction) abort|panicked task|stack-protector: ',
    ),
    hits: [
      '[   11.345011] BUG: unable to handle page fault for address: ffffc10000a11000',
      '[   11.345011] BUG: KASAN: use-after-free in ring_add+0x12/0x40',
      '[   11.345011] UBSAN: array-index-out-of-bounds in drivers/net/ring.c:120:13',
      '[   11.345011] WARNING: CPU: 1 PID: 451 at kernel/ring.c:120 ring_add+0x12/0x40',
      '[   11.345011] WARNING: suspicious RCU usage',
      '[   11.345011] watchdog: BUG: soft lockup - CPU#1 stuck for 22s! [ring:1234]',
      '[   11.345011] INFO: task ring:1234 blocked for more than 120 seconds.',
      '[   11.345011] rcu: INFO: rcu_preempt self-detected stall on CPU',
      'Oops: 0002 [#1] SMP PTI',
    ],
    misses: ['DEBUG: all is well', 'KASAN init done', 'WARNING: the CPU is old', 'INFO: task ring is done'],
  },
  {
    name: 'broken device or file system',
    kind: 'system',
    weight: 8,
    pattern: joined(
      '\\[Hardware Error\\]: |\\b[Mm]achine [Cc]heck: \\d|\\bI/O error, dev|^Buffer I/O error|\\bFS error \\(device|',
      '-fs error \\(device|Remounting filesystem read-only|\\bfailed command: |^Fatal signal \\d|mangled entry|',
      'device reported invalid|journal has aborted|link is down|Medium Error|uncorrectable',
    ),
    hits: [
      '[   11.345011] EXT4-fs error (device sda1): ext4_find_entry:1455: inode #2: comm ls',
      '[   11.345011] blk_update_request: I/O error, dev sda, sector 1234',
      '[   11.345011] mce: [Hardware Error]: CPU 1: Machine Check: 0 Bank 5: be00',
    ],
    misses: ['Hardware Error Device initialized', 'EXT4-fs (sda1): Opts: errors=remount-ro'],
  },
  {
    name: 'refusal in a system log',
    kind: 'system',
    weight: 7.5,
    pattern: joined(
      '\\b(Failed password|authentication (failure|failed)|Failed with result|Dependency failed|[Mm]ain process exited, ',
      'code=|Failed to start|Start request repeated too quickly|status=\\d+/[A-Z]|Host key verification failed|',
      'maximum authentication attempts|[Ww]rote only \\d+ of|terminated unexpectedly|EntryType: Error|',
      'not enough (disk|free) space)\\b|^\\s*Level\\s+: (Error|Critical)\\b|',
      '^Permission denied \\(|^Exception code: 0x',
    ),
    hits: [
      'Nov  1 10:00:00 host sshd[1234]: Failed password for invalid user admin from 10.0.0.1 port 41 ssh2',
      'Nov  1 10:00:00 host systemd[1]: ring.service: Main process exited, code=exited, status=1/FAILURE',
      'Level         : Error',
    ],
    misses: ['Accepted password for ring', 'Level : Information'],
  },
  {
    name: 'report of a crash',
    kind: 'crash',
    weight: 9,
    pattern: joined(
      '^#\\s+(SIG[A-Z]+|EXCEPTION_[A-Z_]+|Internal Error|Out of Memory Error|fatal error) ?\\(|\\bEXCEPTION_[A-Z]+_[A-Z_]+|',
      '^# There is insufficient memory|^# Native memory allocation|^# Problematic frame|^#? ?[CVJj]\\s+\\[[\\w.+-]+\\+0x|Faulting application name|',
      '^Fatal signal \\d+|\\bMOZ_(CRASH|RELEASE_ASSERT|ASSERT|DIAGNOSTIC_ASSERT)\\(|\\bHit MOZ_|Assertion failure: |',
      '^Process \\d+ \\([^)]*\\) crashed|minidump',
    ),
    unless: 'minidump(s)? (dir|path|enabled|upload)',
    hits: [
      '#  SIGSEGV (0xb) at pc=0x00001f, pid=1234, tid=1235',
      '#  EXCEPTION_ACCESS_VIOLATION (0xc0000005) at pc=0x00001ff1, pid=35052, tid=21554',
      '12:00:01  WARNING - Hit MOZ_CRASH(index out of range) at js/src/vm/A.cpp:120',
      'Faulting application name: ring.exe, version: 1.0.0.0, time stamp: 0x5f',
    ],
    misses: ['#  Crash course', 'Crash reports are sent to example.com'],
  },
  {
    name: 'event of a cluster',
    kind: 'system',
    weight: 8,
    pattern: joined(
      '\\bWarning\\s\\s+(BackOff|Failed\\w*|Unhealthy|Evicted|OOM\\w+|Err\\w+|InspectFailed|NodeNotReady|NetworkNotReady|',
      'Preempt\\w*|InvalidDiskCapacity)\\s|\\bBack-off (restarting|pulling)|BackOff\\b.*\\b(restarting|pulling)',
    ),
    hits: [
      '  Warning  BackOff    2m (x12 over 5m)  kubelet  Back-off restarting failed container ring in pod ring-0',
      '  Warning  FailedScheduling  10s  default-scheduler  0/3 nodes are available: 3 Insufficient cpu.',
    ],
    misses: [
      'Warning Failed to load it',
      '  Normal   Pulled   3m  kubelet  Successfully pulled image',
      'Warning: the failed nodes are gone',
    ],
  },
  {
    name: 'level of Android',
    kind: 'level',
    weight: 7.8,
    pattern: '^(\\s*\\d+ +\\d+ |\\d+-\\d+/\\S+ )[EF][ /][A-Za-z][\\w.-]* *:|^[EF]/[A-Za-z][\\w.-]* *[(:]',
    hits: [
      'E/AudioRing(  129): wrong device version 0100',
      '01-03 19:56:28.980  1234  1240 E SurfaceRing: cannot use the permission',
      '01-03 19:56:28.980 1234-1234/com.example.ring E/Ring: could not open camera',
    ],
    misses: ['01-03 19:56:28.980  1234  1240 D SurfaceRing: cannot use', 'E/ring missing'],
  },
]
