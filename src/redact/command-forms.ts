import type { SecretForm } from './form.ts'
import { NO_KEY, NO_PASSWORD, NO_VALUE } from './no-secrets.ts'
import { valueForms } from './value-forms.ts'

/** An option whose value is a secret. */
export const OPTION_NAME =
  '--?(?:[a-z0-9]{1,20}-){0,4}(?:(?:store|key|trust)?pass(?:word|wd|phrase|code)?|pwd|secret|token|(?:api|access|secret|auth|private)-?key|credential)'

/** Values of options with a telling name, in command lines. */
export const optionForms = valueForms(
  {
    name: 'option',
    ignoreCase: true,
    heads: `-pass storepass keypass trustpass -pwd -secret -token -key
      apikey accesskey secretkey authkey privatekey -credential`
      .split(/\s+/)
      .map((text) => ({ text, next: ' =\t', within: 12 })),
  },
  `(?:^|[\\s"'=\\[,(])${OPTION_NAME}(?:=|[ \\t]{1,4})`,
  {
    least: 3,
    except: `${NO_PASSWORD}|-.*|[A-Z][A-Z_-]*[\\])]*|[0-9]{1,5}|.*=.*|[a-z-]+[,.:;]|(?:pass|file|env|fd):.*|\\|.*`,
  },
)

/** `--auth`: its value may also be the name of a way. */
export const authForms = valueForms(
  { name: 'option', ignoreCase: true, heads: [{ text: '--auth', next: ' =\t', within: 1 }] },
  '(?:^|[\\s"\'=\\[,(])--auth(?:=|[ \\t]{1,4})',
  { least: 8, except: NO_KEY },
)

/** Secrets in the places where well-known commands take them. */
const places: Omit<SecretForm, 'name' | 'except'>[] = [
  {
    before: '\\b(?:mysql|mariadb)[\\w-]{0,20}[ \\t](?:[ -:<-{}~]{0,200}[ \\t])?-p["\']?',
    pattern: '[^\\s"\'|;&<>-][^\\s"\'|;&<>]{2,}',
    heads: [
      { text: 'mysql', next: '-', within: 300 },
      { text: 'mariadb', next: '-', within: 300 },
    ],
  },
  {
    before:
      '\\b(?:ldap(?:search|modify|add|delete|whoami|passwd)[ \\t](?:[ -:<-{}~]{0,200}[ \\t])?-w|(?:unzip|zip)[ \\t](?:[ -:<-{}~]{0,200}[ \\t])?-P)[ \\t]{0,4}["\']?',
    pattern: '[^\\s"\']{3,}',
    heads: [
      { text: 'ldap', next: '-', within: 12 },
      { text: 'zip', next: '-', within: 200 },
    ],
  },
  {
    before: '\\becho[ \\t]{1,4}(?:-n[ \\t]{1,4})?["\']?',
    pattern: '[^\\s"\'|]{3,}',
    behind: '["\']?[ \\t]{1,4}\\|[^|]{1,200}--password-stdin',
    heads: ['--password-stdin'],
  },
  {
    before: '\\bsshpass[ \\t]{1,4}-p[ \\t]{0,4}["\']?',
    pattern: '[^\\s"\']{1,}',
    heads: ['sshpass'],
  },
  {
    before:
      '\\b(?:az|docker|podman|helm|oras|crane|buildah|skopeo)[ \\t][ -:<-{}~]{0,60}login[ \\t](?:[ -:<-{}~]{0,200}[ \\t])?-p[ \\t=]{1,4}["\']?',
    pattern: '[^\\s"\']{3,}',
    heads: [{ text: 'login', next: '-', within: 200 }],
  },
  {
    before: '\\bredis-cli[ \\t](?:[ -:<-{}~]{0,200}[ \\t])?-a[ \\t]{1,4}["\']?',
    pattern: '[^\\s"\']{3,}',
    heads: ['redis-cli'],
  },
  {
    before:
      '\\bcurl[ \\t](?:[ -:<-{}~]{0,300}[ \\t])?(?:-u|--user|-U|--proxy-user)[ \\t=]{0,4}["\']?[^\\s:"\'$]{1,64}:',
    pattern: '[^\\s"\']{1,}',
    heads: [{ text: 'curl', next: ':', within: 500 }],
  },
  {
    before: '[ \\t]-(?:pass|passin|passout|k)[ \\t]{1,4}["\']?pass:',
    pattern: '[^\\s"\']{1,}',
    heads: ['pass:'],
  },
  {
    before:
      '\\bmachine[ \\t]{1,4}[!-~]{1,128}[ \\t]{1,4}login[ \\t]{1,4}[!-~]{1,128}[ \\t]{1,4}password[ \\t]{1,4}',
    pattern: '\\S{1,}',
    heads: ['machine '],
  },
]

export const commandForms: SecretForm[] = places.map((place) => ({
  ...place,
  name: 'command-password',
  except: NO_VALUE,
}))
