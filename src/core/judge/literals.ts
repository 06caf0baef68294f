const rows: readonly string[] = [
  'error,fail,fatal,panic,exception,abort,crash,critical,severe,traceback,backtrace,assert,expect,actual',
  'mismatch,falsif,counterexample,emerg,alert,undefined,undeclared,unresolved,unbound,unknown,unhandled',
  'uncaught,unable,unsupported,unsatisf,unreachable,unclosed,unmatched,unformatted,uncommitted',
  'unauthorized,uninitiali,unrecogni,invalid,missing,cannot,no such,no match,not found,notfound,does not',
  "doesn't,didn't,aren't,wasn't,must ,should,not in scope,not defined,not allowed,not equal,not formatted",
  'not support,not available,not permitted,not recogni,not declared,not satisf,not reached,not correct',
  'not match,not assignable,not a valid,not been,not a function,no member,no attribute,no field,no method',
  'no rule,no instance,no available,no module,no package,no version,no suitable,no candidate,no newline',
  'no route,denied,forbidden,reject,violat,conflict,incompatib,corrupt,broken,illegal,malformed',
  'inconsistent,overflow,overfull,underfull,outofmemory,oom-kill,oomkill,killed,terminat,segfault',
  'segmentati,core dump,dumped,sanitizer,sigsegv,sigkill,sigterm,sigbus,sigill,sigfpe,sigtrap,deadlock',
  'data race,stack smash,double free,leak,definitely,pure virtual,bad_access,call trace,oops:,kernel bug',
  'timeout,timed out,time out,hung,giving up,gave up,expired,exceed,too long,too many,too large,too small',
  'exit,returned,non-zero,nonzero,econn,enoent,eacces,enospc,etimedout,eperm,eaddrinuse,eresolve,enotdir',
  'eexist,eisdir,emfile,epipe,einval,eai_again,enomem,eintegrity,etarget,ebusy,already exist',
  'already defined,already in use,already declared,redefin,multiple definition,wrong,incorrect,problem',
  'offense,offence,vulnerab,regression,threshold,dirty,differ,would ,no longer,deprecat,caused by,cause:',
  '[cause],reason:,suppressed,during handling,warning,trailing,shadow,is required,requires,constraint',
  'read-only,certificate,rate limit,no space,impossible,retries,backoff,elifecycle,stopped,halt,stop.',
  'rollback,syntax,cancel,goroutine,attempt to,reserved,blocked,disallowed,code style,need to be',
  'needs to be,regenerat,invariant,identical,evaluated,expansion,which is,want,right:,left:,found:',
  'badmatch,case_clause,function_clause,badarith,non-exhaustive,callstack,debugger,symbol:,xpass,never',
  'unmet,unstable,discrepan,inaccessible,misspell,sorry, stalled,received, hang,could not,couldn,unused',
  'resolve ,hunk,not resolve,threw ,thrown,recorded an issue,dubious,dereference,condition,unhealthy',
  'out of date,out of sync,out of range,out of bounds,outdated,modified by,in test file,division by',
  'divided by,divide by,null pointer,nil pointer,nil value,null reference,call stack,recursion,heap limit',
  'deadline,end of file,disconnected,lost connection,connection lost,no response,responding,unresponsive',
  'handshake,bail out,bailing out,ambiguous,substitution,a directory,exec format',
  'resource busy,file busy,argument list,died,odd number,converge,singular,no test,not enough,insufficient',
  'drift detect,drifted,diverge,dangling,orphan,stale,dead link,bad interp,bad gateway,bad request',
  'bad file,bad magic,bad cred,bad class,bad argument,bad option,bad escape,bad token,bad address',
  'unreadable,writable,refus,reset by,errno,changed from,permission,is unset,unavailable,quota,revoked',
  'yanked,not logged in,login required,removed,incomplete,not installed,not running,duplicate',
  'breaking change,changes found,truncated,damaged,eof while,eof when,not_found,not visible,unsuccess',
  // Kernels and system logs.
  'kasan: ,ubsan: ,kmsan: ,kcsan: ,lockup,detected stall,suspicious r,stack segment',
  'non-static key,use-after,underflow,locks_warn,lock state,recursive locking,circular,bad unlock,fault virtual',
  'machine check,guru meditation,faulting,wrote only,closed by remote,back-off,lost commun,shutdown signal',
  'fallen off,disagrees,bugcheck,repeated too,degraded,no server ,abend=,exists in filesystem,unsolved',
  "can't locate,can't find,can't open,can't load,to satisfy",
  // Devices, services and runtimes.
  'controller is down,authenticating user,level 1,prelude.,out of memory,what():,library not load',
  'hardfault, fault,not fit in region,secret detected,loss: nan,loss=nan,of file ,http/1.1" 5,http/2.0" 5',
  // Resolvers of packages.
  'cyclic ,dependency cycle,preventing,brownout,sys_reset,quitting,prematurely,no keyword,issue: [,not possible,bad signature',
  'nothing provides,depends: ,installable,going to be installed,no viable',
  // Checks of formats, coverage, pictures and records.
  '[warn],is below,less than,not clean,updates to go,needs update,formatting',
  'changed significantly,severity:,under the required',
  'success":false,success": false,passed":false,passed": false,ok":false,level":50,level":60,level": 50',
  // German, French, Spanish, Portuguese, Italian, Dutch, Polish and others.
  'fehler,fehlge,nicht ,verweigert,abgelehnt,ausnahme,abgebrochen,gescheitert,ltige ,keine ,ausgel',
  'erreur,grave ,schwerwieg,introuvable,existe pas,aucun ,non trouv,inattendu,chou',
  'no existe,se puede,se pudo,no puede,encuentra,encontr,reconoce,fallid,negad,rehusad,rechazad,inesperad,conocid',
  'erro: ,erro ao,falha ,falhou,inexistente,recusad,conhecid,foi poss,queda espacio',
  'impossibile,fallit,negato,non trovat,riuscit,rifiutat,esiste',
  'fout:,mislukt,niet ,geweigerd,ongeldig,kan geen',
  'niepowodz,istnieje,znaleziono,odmow,naruszenie,nieznan,nieprawid,nieoczekiwan',
  'chyba:,hata:,misslyckad',
  // Words that begin with `un`: a literal is found only where a word begins.
  'unexpect,untermin',
  // Levels of records.
  'eror,level=crit,level=err,level":"crit,level":"err,severity=err',
  // A script of npm that failed.
  '{ code: 1',
]

/**
 * Literals that make a line worth judging. Lower case, 4 to 24 bytes, four letters in a row; none is found in another one.
 * A function, so that a bundler leaves them out where nothing searches for them.
 */
export const signalLiterals = (): readonly string[] => rows.join(',').split(',')
