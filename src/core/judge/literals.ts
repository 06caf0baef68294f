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
  'changed significantly,severity:,under the required,be destroyed,forces replace',
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
  // Russian and Ukrainian. Only ASCII letters have small ones for capital ones.
  'ошибк,Ошибк,ОШИБК,помилка,Помилка,не найден,не существ,не удал,не удаё,не удае,не может,не являет,не определ',
  'не описан,не распозна,не поддерж,не хватает,Не найден,Не существ,Не удал,Не удаё,Не удае,Не может,Не определ',
  'Не распозна,Не поддерж,Не хватает,невозможно,Невозможно,отказано,Отказано,нет такого,Нет такого,нет доступа',
  'Нет доступа,нет места,Нет места,сбой ,Сбой ,провален,недопустим,Недопустим,неизвестн,Неизвестн,необработан',
  'Необработан,исключение,Исключение,аварийн,Аварийн,критическ,Критическ,превышен,Превышен,истекло,недостаточно',
  'Недостаточно,запрещ,недоступ,Недоступ,разорван,уже использ,Убито,не осталось,не позволен,слишком ,Слишком ,обрыв ,Обрыв ',
  // Chinese, Japanese and Korean.
  '错误,錯誤,失败,失敗,拒绝,拒絕,找不到,未找到,不存在,无法,無法,出错,未定义,未声明,不是内部,没有那个,没有权限,没有空间,沒有,超时',
  '无效,無效,崩溃,异常,致命,例外,严重,嚴重,重大,エラー,見つかりません,存在しません,できません,拒否,発生しました,空き領域,はありません',
  '認識されて,오류,찾을 수 없,실패,거부,없습니다,잘못된,예외,치명적,权限不,存不足,空间不足,不允许,不可达,不可用,已在使用',
  '已杀死,已放弃,已中止,过长,过多,過長,過多,断开的,未通过,未授权,被重置,被终止,超出,未捕获,無効な,許可がありま,権限がありま,経路がありま,メモリ不足',
  '許可されて,すぎます,既に使用中,強制終了,異常終了,見つからない,タイムアウト,切断され,違反,시간 초과,부족,지 않,이미 사용,죽었음,할 수 없',
  '너무 ,남은 공간',
  // Runtimes, servers and runners of tests.
  'no value found,clause match,matching clause,no decode,applicable method,live upstream,not a procedure,not a pair,not a code,not a hash',
  "is not of type,non-numeric,subsettable,number of rows,replacement has,bareword,modification of,object reference,comparison of,don't know how",
  'abnormally,abruptly,goodbye,supervisor report,reached_max,no more hosts,exhausted,held by process,lock file',
  'trying to overwrite,unpackaged,noauth,readonly you,misconf,loading redis,noscript,clusterdown,oom command,execabort,crossslot',
  'noperm,masterdown,noreplicas,busygroup,nogroup,no plan,you planned,multiply defined,lacks an acc,no visible',
  "redeclared,got signal,unrecover,address in use,increase to at,can't handle,isn't numeric,filehandle,running for over",
  'not exhaustive,not known in,while executing,not provided,allowed range,cycle between,unchecked dep',
]

/**
 * Literals that make a line worth judging. Lower case, 4 to 24 bytes, four ASCII letters in a row or other ones; none is found in another one.
 * A function, so that a bundler leaves them out where nothing searches for them.
 */
export const signalLiterals = (): readonly string[] => rows.join(',').split(',')
