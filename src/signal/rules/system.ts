import type { Row } from '../row.ts'

/** What operating systems, networks, services and package managers refuse. */
export const systemRows: readonly Row[] = [
  {
    name: 'refusal of the system',
    kind: 'system',
    weight: 8,
    pattern:
      '\\b(No such file or directory|Permission denied|permission denied|No space left|Connection (refused|reset|timed out|closed|aborted)|connection (refused|reset|timed out)|ECONN(REFUSED|RESET|ABORTED)|ENOENT|EACCES|ENOSPC|ETIMEDOUT|ENOTFOUND|EPERM|EADDRINUSE|EMFILE|EEXIST|EISDIR|ENOTDIR|EPIPE|EBADF|EINVAL|ERESOLVE|EAI_AGAIN|ENOMEM|EINTEGRITY|ETARGET|EBUSY|address already in use|timed? ?out|[Tt]imeout (of|exceeded|after|waiting|reached|expired)|command not found|not recognized as|[Nn]ot [Ff]ound|(HTTP/1.1|HTTP/2|HTTP|[Ss]tatus|code|[Ee]rror|returned|response):? (40\\d|50\\d)\\b|40[0134] (Not|Bad|Unau|Forb|Client)|50[0234] (Internal|Bad|Service|Gateway|Server)|Forbidden|Unauthorized|[Aa]ccess (is )?denied|[Cc]ould not resolve|[Uu]nable to|[Rr]ate limit|certificate (has|is|verif|problem|error|signed|not|chain)|Broken pipe|[Uu]nsatisf\\w+|CONFLICT|duplicate key|violates|constraint failed|no output has been received|giving up|gave up|stalled|ImagePullBackOff|ErrImagePull|CrashLoopBackOff|No route to host|Name or service not known|Temporary failure|cannot overwrite|[Rr]ead-only file|[Dd]isk quota|hang(s|ing)?\\b|hung\\b|authentication failed|[Uu]nhealthy)',
    hits: [
      "cp: cannot stat 'a': No such file or directory",
      'sh: 1: frob: command not found',
      'curl: (22) The requested URL returned 404',
      'npm ERR! code ERESOLVE',
      'wget: server returned error: HTTP/1.1 404 Not Found',
      'Operation timed out',
    ],
    misses: ['all found', 'the certificatory'],
  },
  {
    name: 'word of a refusal',
    kind: 'system',
    weight: 4.5,
    pattern:
      '\\b([Cc]onflict|[Ii]ncompatib|[Cc]ancell?ed|terminated|BackOff|[Tt]oo many|certificate|read-only|is required|requires? (version|at least))',
    hits: ['the job was cancelled: conflict', 'versions are incompatible'],
    misses: ['all versions agree'],
  },
  {
    name: 'trouble of a program or a shell',
    kind: 'system',
    weight: 7,
    pattern:
      '\\b(division by zero|divided? by zero|null pointer|nil pointer|nil value|null reference|dereferenc|out of (bounds|range)|maximum call stack|stack level too deep|recursion (limit|depth)|heap (limit|out)|deadline exceeded|unexpected eof|end of file|connection lost|lost connection|no response|not responding|unresponsive|disconnected|handshake|bail(ing)? out|ambiguous redirect|bad substitution|operator expected|expression expected|not a directory|is a directory|exec format|resource busy|file busy|argument list too long|cannot stat|died|begin failed|not allowed|odd number of|(do|did|does) not converge|failed to converge|singular|no tests? (found|ran|were|files|executed|specified|to run)|not enough|insufficient|drift(ed)?|diverg(ed|es)|dangling|orphan(ed)?|stale|dead link|broken link|inconsistency|core dump|bad (interpreter|request|gateway|file|magic|address|credentials|class|option|argument|escape|token|marshal)|unclean|half-closed|in use|would block|protocol error|truncated|unreadable|not writable|unwritable|too (few|many) (arguments|parameters|values|connections|requests|open))',
    flags: 'i',
    hits: [
      'main.sh: line 3: [: integer expression expected',
      'Bail out! no database',
      'no tests found',
      'attempted division by zero',
      'context deadline exceeded',
    ],
    misses: ['all tests found'],
  },
]
