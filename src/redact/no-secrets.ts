// Values that stand where a secret could, and are none. All patterns match a whole value.

/** A word in small letters, with a capital, and in capitals. */
const inAllCases = (word: string): string[] => [
  word,
  word.slice(0, 1).toUpperCase() + word.slice(1),
  word.toUpperCase(),
]

const NOTHING = `null none nil undefined true false yes no on off n/a empty`.split(/\s+/)
const TYPES =
  `string str text char varchar bytes byte buffer bool boolean int integer number any unknown object uuid
  float securestring secretstr never`.split(/\s+/)
const STATES =
  `required optional missing invalid incorrect wrong expired unset hidden masked omitted filtered redacted
  removed default prompt stdin not is set ok failed accepted rejected disabled enabled changed unchanged
  valid authentication must should cannot can was has and the for with file may will from instead option
  flag argument parameter value format when env field input using via which that this your into specified
  given provided found supplied needed match used use but are does doesn isn`.split(/\s+/)

const WORD = [...NOTHING, ...TYPES, ...STATES].flatMap(inAllCases).join('|')

/** `$NAME`, `${NAME}`, `$(cat file)`, `%NAME%`, `%s`, `{{ name }}` and such. */
const VARIABLE =
  '\\$[{(].*|\\$[A-Za-z_]\\w*(?:(?:->|\\[|\\.).*)?|\\$[0-9@*]|%[A-Za-z_]\\w*%|%[sdvq]|%[A-Za-z]*\\(.*|\\{.*|@[{(].*|#\\{.*'
const MASK = '[*xX.#_•…-]+|.*\\*{3,}.*|\\[.*|\\(.*|<.*|your[-_].*|YOUR[-_].*|[Rr]edacted.*|REDACTED.*|[&=].*'
/** `read()`, `a.b.c[1]`, `new Thing(`. */
const CALL = '[A-Za-z_$@!&][\\w$]*(?:(?:\\.|->|::|\\?\\.|!\\.)[\\w$]+)*[!?]?[(\\[].*'
const OWNERS =
  `self this args? opts? options params? props conf config cfg settings env process os ctx context req
  request res response body user form data state input inputs event session credentials? creds auth client
  account db database secrets? vars? local module each values github steps random_[a-z]{2,20} matrix
  parser token tokens password result payload`
    .split(/\s+/)
    .join('|')
/** `config.password`. */
const MEMBER = `(?:${OWNERS})(?:\\.|->|::|\\?\\.)[A-Za-z_].*`
const NAMES = 'password|passwd|passphrase|passcode|pwd|pass|token|secret|key|credentials?'
/** `user_password`, `newPassword`, `PASSWORD`, `DB_PASSWORD`. */
const VARIABLE_NAME = [
  `(?:${NAMES})`,
  `[A-Za-z]\\w*[_.-](?:${NAMES})(?:_?(?:id|file|path|name|value|type|field|hash|str|input))?`,
  '[a-z][A-Za-z]*(?:Password|Passwd|Passphrase|Pwd|Token|Secret|Key|Credentials?)',
  `Password|PASSWORD|Passwd|Token|TOKEN|Secret|SECRET|(?:[A-Z]+_)+(?:PASSWORD|PASSWD|PASS|TOKEN|SECRET|KEY)`,
  '(?:password|token|secret)_(?:here|goes_here|value|input|field|hash|file|path|name)',
].join('|')
const PATH = '(?:\\.{1,2}|~)?/.*[^=]|[A-Za-z]:[\\\\/].*|.*\\.(?:pem|key|crt|txt|json|ya?ml|env|toml|ini)'
const END = '[)\\]}.:?!]*'

/** A token in an example: `ghp_xxxxxxxxxxxx`. */
export const MASKED = '.*[xX*]{12,}.*'
/** What is no secret under any name. */
export const NO_VALUE = `${VARIABLE}|${MASK}`
/** What is no password in quotes. */
export const NO_QUOTED_PASSWORD = `${NO_VALUE}|(?:${WORD}|${NAMES}|Password|(?:[A-Z]+_)+[A-Z]+)${END}|\\s.*|${PATH}`
/** What is no password. */
export const NO_PASSWORD = `${NO_VALUE}|(?:${WORD}|${VARIABLE_NAME})${END}|${CALL}|${MEMBER}|${PATH}`
/** What is no password in a text for people: words without a digit or sign, and ranges. */
export const PROSE = "[A-Za-z_.:?!'’()-]+(?:[,;][,;.)]*)?|[0-9]+-[0-9]+"
/** What is no secret in a variable of the environment. */
export const NO_VARIABLE = `${NO_VALUE}|(?:[0-9]{1,5}|true|false|null|none|None|True|False|required|optional|string)${END}|(?:\\.{1,2}|~)?/.*[^=]|[A-Za-z_]\\w*(?:\\.\\w+)*\\(.*|[A-Z]+(?:_[A-Z]+)+`
/** What is no token, key or other secret that a machine has made. */
export const NO_KEY = [
  NO_PASSWORD,
  '.{1,7}',
  '[^0-9]{1,15}',
  '[A-Za-z]+(?:[_.:/-][A-Za-z]+)+',
  '[0-9.,:+%-]+[A-Za-z%]{0,2}',
  'v?[0-9]+(?:\\.[0-9]+)+.*',
  '[0-9]{4}-[0-9]{2}-[0-9]{2}.*',
  '[A-Za-z][A-Za-z0-9+.-]*://.*',
  '0x[0-9A-Fa-f]+',
  '(?:id|src|type|name|env|file)=.*',
].join('|')
