import { joined, type Rule } from '../rule.ts'

/** How compilers, shells and systems speak of failures in languages other than English. */
export const languageRules: readonly Rule[] = [
  {
    name: 'error of another language, at its place',
    kind: 'compiler',
    weight: 9,
    pattern: joined(
      '(^|[:)\\]：] ?|[*#|>!-] )(([Ff]ataler |[Ss]chwerwiegender |[Ii]nterner )?([Ff]ehler|FEHLER)|',
      '([Ee]rreur|ERREUR)( fatale)?|([Ee]rrore|ERRORE)( fatale| irreversibile)?|([Ee]rro|ERRO)( fatal)?|',
      '([Ff]atale )?([Ff]out|FOUT)|[Bb]łąd|BŁĄD|(критическая |Критическая )?([Оо]шибка|ОШИБКА)|[Пп]омилка|',
      '(致命|严重|编译|语法)?错误|(致命|嚴重)?錯誤|(致命的)?エラー|(치명적 )?오류|[Hh]ata|HATA|[Ff]el|FEL|[Cc]hyba|CHYBA|',
      '[Ff]ehlgeschlagen|[EeÉé]chec|[Ff]allo|[Ff]alha|[Mm]islukt|异常|例外|예외|[Аа]варийный|[Ии]сключение|[Aa]usnahme)',
      '( ?[A-Z]+\\d+)? ?[:：!！] ?',
    ),
    flags: 'u',
    hits: [
      'main.c:9:13: Fehler: »cnt« nicht deklariert',
      'main.c:9:13: erreur: « cnt » non déclaré',
      'main.c:9:13: 错误：‘cnt’未声明',
      'main.c:9:13: エラー: ‘cnt’ が宣言されていません',
      'main.c:9:13: ошибка: «cnt» не описан',
      'ERRO:  relação "x" não existe',
      'FEHLER:  Spalte »x« existiert nicht',
    ],
    misses: ['Fehlerbehandlung: an', 'Seine Fehler sind klein', 'Felix: da'],
  },
  {
    name: 'exit in another language',
    kind: 'exit',
    weight: 6,
    pattern:
      '\\d +(GRAVE|SCHWERWIEGEND|重大|严重) |\\] (Fehler|Erreur|Errore|Erro|错误|錯誤|Ошибка|エラー|오류|Hata|Fel|Błąd|Fout|Chyba) [1-9]',
    flags: 'u',
    hits: ['make: *** [Makefile:3: all] Fehler 2', 'make: *** [Makefile:3: all] 错误 2'],
    misses: ['[3] Fehler 0'],
  },
  {
    name: 'refusal in German or French',
    kind: 'system',
    weight: 7.5,
    pattern: joined(
      // German.
      '\\bnicht (gefunden|möglich|geladen|gestartet|erreichbar|verfügbar|definiert|deklariert|installiert|aufgelöst|',
      'geöffnet|erstellt|erkannt|unterstützt|finden|öffnen|lesen|laden|zulässig|gültig)|existiert nicht|[Kk]onnten? .*nicht|',
      '[Kk]ann .*nicht|\\bfehlgeschlagen|\\b[Vv]erweigert|\\babgelehnt|\\b[Uu]ngültige|\\babgebrochen|\\bgescheitert|',
      'Zeitüberschreitung|\\b[A-Z]\\w+fehler\\b|ausgelöst|\\b[Kk]ein(e|en)? (Speicher|Berechtigung|Verbindung|Datei|Rechte)|',
      // French.
      '\\bintrouvable|n.existe pas|\\b[Ii]mpossible d|Échec\\b|\\b(a|ont) échoué|[Rr]efusée?(s| |,|$|\\.)|[Nn]on (trouvé|déclaré|défini|',
      'reconnu|autorisé|accordée|gérée|valide)|n.est pas (reconnu|valide|défini)|\\b[Aa]ucun (fichier|espace|paquet)|',
      '\\b[Ii]nattendu|Erreur de ',
    ),
    flags: 'u',
    hits: ['bash: frob: Kommando nicht gefunden.', 'bash: frob : commande introuvable'],
    misses: ['Alles gefunden', 'fichier trouvé'],
  },
  {
    name: 'refusal in Spanish or Portuguese',
    kind: 'system',
    weight: 7.5,
    pattern: joined(
      // Spanish and Portuguese.
      '\\b[Nn]o (existe|puede |pudo |pueden |encontrad[oa]|queda espacio|se (puede|pudo|encontró|encuentra|reconoce|ha declarado))|\\b[Ff]alló|',
      '\\b[Ff]allo (al|en|de) |\\b[Ff]allid[oa]s?\\b|\\b(de)?negad[oa]\\b|\\bre(h|c)usad[oa]\\b|\\brechazad[oa]|[Vv]iolación|',
      '\\b[Ii]nválid[oa]|\\bno encontrad|\\b[Nn]ão (foi|encontrad|existe|pode|é (válid|reconhecid))|\\binexistente|',
      '\\b[Ff]alh(a|ou) (ao|na|no|em|de)\\b|\\b[Ff]alhou\\b|[Ii]nesperad[oa]|\\b[Dd]es(conocid|conhecid)[oa]|Error al ',
    ),
    flags: 'u',
    hits: [
      'bash: frob: orden no encontrada',
      'ls: não foi possível acessar: Arquivo ou diretório inexistente',
    ],
    misses: ['archivo encontrado'],
  },
  {
    name: 'refusal in Italian, Dutch or Polish',
    kind: 'system',
    weight: 7.5,
    pattern: joined(
      // Italian and Dutch.
      '\\b[Nn]on (trovat|esiste|riuscit|valid|dichiarat|riconosciut|definit)|\\binesistente|\\b[Ii]mpossibile |\\bfallit[oa]\\b|',
      '\\bnegato\\b|\\brifiutat|\\b[Ss]conosciut|Errore di |\\bniet (gevonden|mogelijk|herkend)|bestaat niet|\\b[Mm]islukt|',
      '\\bgeweigerd|\\b[Kk]an (geen|.*niet)\\b|\\b[Oo]ngeldige?\\b|Segmentatiefout|',
      // Polish.
      '\\b[Nn]ie (znaleziono|istnieje|można|udało|powiodło|ma (takiego|dostępu))|\\b[Oo]dmow|\\b[Bb]rak (dostępu|miejsca)|',
      '\\b[Nn]iepowodzeni|\\b[Nn]ieznan[yae]|\\b[Nn]ieprawidłow|\\b[Nn]ieoczekiwan|\\b[Nn]aruszenie',
    ),
    flags: 'u',
    hits: [
      'Impossibile trovare il file specificato.',
      'Toegang geweigerd',
      '-bash: frob: nie znaleziono polecenia',
    ],
    misses: ['file trovato'],
  },
  {
    name: 'refusal in Russian',
    kind: 'system',
    weight: 7.5,
    pattern: joined(
      // Russian.
      '[Нн]е (найден|существует|удалось|удаётся|удается|может|является|определ|описан|распозна|поддерж|хватает)|',
      '[Нн]евозможно|[Оо]тказано|[Нн]ет (такого|доступа|места)|[Сс]бой |провален|[Нн]едопустим|[Нн]еизвестн|[Оо]шибка |',
      '[Нн]еобработанное',
    ),
    flags: 'u',
    hits: ['Не удается найти указанный файл.'],
    misses: ['Файл найден.'],
  },
  {
    name: 'refusal in Chinese, Japanese or Korean',
    kind: 'system',
    weight: 7.5,
    pattern: joined(
      // Chinese, Japanese and Korean.
      '找不到|未找到|不存在|无法|無法|失败|失敗|拒绝|拒絕|出错|未定义|未声明|不是内部或外部|没有(那个|权限|空间)|沒有|超时|无效|無效|',
      '段错误|崩溃|错误代码|发生错误|没有空间|見つかりません|存在しません|できません|拒否|発生しました|空き領域がありません|ディレクトリはありません|',
      '認識されていません|찾을 수 없|실패|거부|없습니다|잘못된',
    ),
    flags: 'u',
    hits: ['系统找不到指定的文件。', '指定されたファイルが見つかりません。'],
    misses: ['文件已找到'],
  },
  {
    // As the translations of a C library and of a shell say it.
    name: 'fault of a system in another script',
    kind: 'system',
    weight: 7,
    pattern: joined(
      '权限不[够足]|[内內]存不足|空间不足|不允许|不可[达用]|未捕获|(语法|参数|运行时|内部)错误|已(在使用|杀死|放弃|中止)|[过過](长|多)|断开的|未(通过|授权)|被(重置|终止)|超出|',
      '(許可|権限|経路)がありません|メモリ不足|許可されていない|(長|多)すぎます|既に使用中|強制終了|異常終了|見つからない|タイムアウト|切断され|違反|(構文|内部)エラー|無効な|',
      '시간 초과|부족|(허용되|존재하|유효하)지 않|이미 사용|죽었음|할 수 없|너무 (김|많)|예외 발생|남은 공간이 없|',
      '[Пп]ревышен|истекло|[Нн]едостаточно|запрещ[её]н|[Нн]едоступ[ен]|разорван|уже используется|(^|[:\\]] )Убито|[Аа]варийный останов|не осталось|не позволена|',
      '[Сс]лишком (много|длинный)|[Оо]брыв канала',
    ),
    flags: 'u',
    hits: [
      'bash: ./run.sh: 权限不够',
      'bash: ./run.sh: 許可がありません',
      '연결 시간 초과',
      'tar: данные: На устройстве не осталось свободного места',
    ],
    misses: ['权限已更新', '問題がありません', '시간', 'Осталось 5 файлов'],
  },
]
