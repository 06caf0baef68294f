import type { Head, SecretForm } from './form.ts'
import { NO_KEY, NO_PASSWORD, NO_QUOTED_PASSWORD, NO_VARIABLE, PROSE } from './no-secrets.ts'
import { BLANKS, SEPARATOR, valueForms } from './value-forms.ts'

const PASSWORD =
  '(?:pass(?:word|wd|phrase|code)|pwd|psk)(?:[-_]?(?:confirm(?:ation)?|again|repeat|value))?[0-9]{0,2}'
const passwordHeads: Head[] = ['passw', 'passphrase', 'passcode', 'pwd', 'psk'].map((text) => ({
  text,
  next: '=:>',
  within: 60,
}))

const KEYS =
  `api access auth account encryption signing master private consumer app application license client`.split(
    /\s+/,
  )
const KEY = [
  'secret(?:[-_]?(?:access[-_]?)?key(?:[-_]?base)?|[-_]?token|[-_]?value)?',
  `(?:${KEYS.join('|')})[-_. ]?key`,
  'token(?:[-_]?(?:secret|value))?',
  'client-key-data',
  'credential',
].join('|')
const keyTexts = KEYS.flatMap((name) => ['', '_', '-', '.', ' '].map((sign) => `${name}${sign}key`))
const keyHeads: Head[] = ['secret', 'token', 'credential', 'key-data', ...keyTexts].map((text) => ({
  text,
  next: '=:>',
  within: 50,
}))

/** An address, which may follow words such as `reset your password:`. */
const URL = '[a-z]{2,10}://[^@]*'

const [doubleQuoted, singleQuoted, escapedQuoted, barePassword] = valueForms(
  { name: 'password', heads: passwordHeads, ignoreCase: true },
  `${PASSWORD}${SEPARATOR}`,
  { least: 3, except: NO_PASSWORD, quoted: NO_QUOTED_PASSWORD },
)

const PASS_VALUE: Head = { text: 'pass', next: ',', within: 8 }

const passwordForms: SecretForm[] = [
  doubleQuoted,
  singleQuoted,
  escapedQuoted,
  // `password=hunter`: any value.
  { ...barePassword, before: `${PASSWORD}\\\\{0,3}["'\`]?\\]?(?:=>|:=|=)` },
  // `Password: hunter2`, in a text for people: only with a digit or sign.
  { ...barePassword, except: `${NO_PASSWORD}|${PROSE}|${URL}` },
  // `CREATE USER bob WITH PASSWORD 'hunter'`
  {
    ...singleQuoted,
    before:
      "(?:with|encrypted|set)[ \\t]{1,4}password[ \\t]{1,4}'|identified[ \\t](?:[\\w ]{0,60}[ \\t])?by[ \\t]{1,4}'",
    heads: [
      { text: 'password', next: "'", within: 5 },
      { text: 'identified', next: "'", within: 80 },
    ],
  },
  // `define('DB_PASSWORD', 'hunter')`
  {
    ...singleQuoted,
    before: `\\([ \\t]{0,4}['"][A-Z_]{0,40}PASS(?:WORD)?['"],[ \\t]{0,4}['"]`,
    heads: [PASS_VALUE],
    ignoreCase: false,
  },
  // `ENV DB_PASSWORD hunter` and `setx DB_PASSWORD hunter`
  {
    ...barePassword,
    before: `\\b(?:ENV|ARG|setx)[ \\t]{1,4}\\w{0,40}(?:PASSWORD|PASSWD|PASS|SECRET|TOKEN|KEY)[ \\t]{1,4}`,
    except: NO_VARIABLE,
    ignoreCase: false,
    heads: ['ENV ', 'ARG ', 'setx '],
  },
  // `Password for root: hunter`, as a prompt shows it.
  {
    ...barePassword,
    before: `(?:^|[^\\w-])(?:pass(?:word|phrase|code)|pin)[ \\t]{1,4}(?:[a-z ]{1,40}[ \\t])?(?:for|of)[ \\t][^\\r\\n]{1,200}:[ \\t]{1,4}`,
    pattern: '\\S{4,128}',
    behind: '[ \\t]{0,20}\\r?$',
    except: `${NO_PASSWORD}|${URL}`,
  },
  // `password: hunter`, alone on its line, as in YAML.
  {
    ...barePassword,
    before: `^[ \\t]{0,60}(?:-[ \\t]{1,4})?["']?[\\w.-]{0,40}${PASSWORD}["']?${BLANKS}[=:]${BLANKS}`,
    pattern: `[^\\s"'\`<>,;&|\\\\]{4,128}`,
    behind: '[ \\t]{0,20}(?:[ \\t]#|\\r|$)',
  },
]

const variable = (names: string) => `(?:${names})[0-9]{0,2}(?:=|:[ \\t]{1,4})`

/** `smtp_pass`: other names that end so are numbers of passes. */
const passForms = valueForms(
  { name: 'password', heads: [{ text: '_pass', next: '=:', within: 8 }], ignoreCase: true },
  `[a-z0-9]_pass${SEPARATOR}`,
  { least: 4, except: `${NO_PASSWORD}|[0-9.]{1,8}|${PROSE}`, quoted: `${NO_QUOTED_PASSWORD}|[0-9.]{1,8}` },
)

/** Names in capitals, as in the environment: nearly every value is a secret. */
const variableForms: SecretForm[] = [
  ...valueForms(
    { name: 'password', heads: [...passwordHeads, { text: '_pass', next: '=:', within: 8 }] },
    variable('PASSWORD|PASSWD|PASSPHRASE|PASSCODE|_PASS|PWD'),
    { least: 3, except: NO_VARIABLE },
  ),
  ...valueForms(
    { name: 'secret', heads: [...keyHeads, { text: '_pat', next: '=:', within: 1 }] },
    variable(
      '_SECRET|_TOKEN|_PAT|API_?KEY|(?:ACCESS|ACCOUNT|SECRET|PRIVATE|ENCRYPTION|SIGNING|MASTER|AUTH|APP)_?KEY|SECRET_KEY_BASE|_CREDENTIALS?',
    ),
    { least: 3, except: NO_VARIABLE },
  ),
]

const kinds = [
  { name: 'password', names: PASSWORD, heads: passwordHeads, except: NO_QUOTED_PASSWORD },
  { name: 'secret', names: KEY, heads: keyHeads, except: NO_KEY },
]

/** `<password>…</password>`, `key="…Password" value="…"`, and the same in JSON. */
const elementForms: SecretForm[] = kinds.flatMap(({ name, names, heads, except }) => [
  {
    name,
    before: `<[\\w:.-]{0,40}(?:(?:${names})|[^<>]{1,80}(?:${names})["'])>`,
    pattern: '[^<>\\s]{3,}',
    except,
    ignoreCase: true,
    heads,
  },
  {
    name,
    before: `(?:${names})\\\\{0,3}["'](?:,|:[ \\t]{0,4}\\{)?[ \\t]{0,8}\\\\{0,3}["']?value\\\\{0,3}["']?[ \\t]{0,4}[=:][ \\t]{0,4}\\\\{0,3}["']`,
    pattern: '[^"\'\\\\]{3,}',
    except,
    ignoreCase: true,
    heads,
  },
])

const awsForm: SecretForm = {
  name: 'aws-secret-key',
  before: 'secret[-_ ]?access[-_ ]?key["\'\\\\ \\t|:=>]{1,24}',
  pattern: '[0-9A-Za-z/+]{40}\\b',
  ignoreCase: true,
  heads: ['secret'],
}

/** `token 0123…`, as a sentence has it: only a long one. */
const sentenceForm: SecretForm = {
  name: 'secret',
  before: '\\btoken[ \\t]{1,4}["\'`]?',
  pattern: '[0-9A-Za-z_.-]{32,}',
  except: NO_KEY,
  ignoreCase: true,
  heads: ['token ', 'Token '].map((text) => ({ text, letters: '0-9A-Za-z_.\\-\'"`', least: 32 })),
}

/** The `auth` of Docker's configuration, and the `_auth` of npm's. */
const registryForm: SecretForm = {
  name: 'password',
  before: `(?:["']auth\\\\{0,3}["']|\\b_auth)${BLANKS}[=:]${BLANKS}\\\\{0,3}["']?`,
  pattern: '[0-9A-Za-z+/=]{8,}',
  except: NO_KEY,
  heads: ['_auth', '"auth', "'auth"].map((text) => ({ text, next: '=:', within: 24 })),
}

/** Secrets behind a name. The first form names what several of them match. */
export const namedForms: readonly SecretForm[] = [
  awsForm,
  ...variableForms,
  ...passwordForms,
  ...passForms,
  ...valueForms({ name: 'secret', heads: keyHeads, ignoreCase: true }, `(?:${KEY})[0-9]{0,2}${SEPARATOR}`, {
    least: 8,
    except: NO_KEY,
    quoted: `${NO_KEY}|.*\\s.*`,
  }),
  ...elementForms,
  sentenceForm,
  registryForm,
]
