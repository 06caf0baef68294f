import type { SecretForm } from './form.ts'
import { MASKED } from './no-secrets.ts'

/** A form, with its heads as words. */
const form = (name: string, pattern: string, heads: string, more: Partial<SecretForm> = {}): SecretForm => ({
  name,
  pattern,
  heads: heads.split(' '),
  ...more,
})

/** Secrets that show by themselves what they are. */
export const tokenForms: readonly SecretForm[] = [
  form('aws-access-key', '\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b', 'AKIA ASIA'),
  form('github-token', '\\bgh[pousr]_[0-9A-Za-z]{36,255}', 'ghp_ gho_ ghu_ ghs_ ghr_', { except: MASKED }),
  form('github-token', '\\bgithub_pat_[0-9A-Za-z_]{22,255}', 'github_pat_'),
  form(
    'gitlab-token',
    '\\bgl(?:pat|rt|dt|cbt|ptt|soat|agent|ft|oas)-[0-9A-Za-z_.-]{20,255}',
    'glpat- glrt- gldt- glcbt- glptt- glsoat- glagent- glft- gloas-',
    { except: MASKED },
  ),
  form(
    'slack-token',
    '\\bxox[abceprs](?:\\.xox[bp])?-[0-9A-Za-z-]{10,255}',
    'xoxa xoxb xoxc xoxe xoxp xoxr xoxs',
  ),
  form('slack-token', '\\bxapp-[0-9]-[0-9A-Za-z-]{10,255}', 'xapp-'),
  form('slack-webhook', '[0-9A-Za-z_/-]{16,255}', 'hooks.slack', {
    before: 'hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/',
  }),
  form('discord-webhook', '[0-9A-Za-z_-]{40,255}', 'discord.com discordapp.com', {
    before: 'discord(?:app)?\\.com/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]{15,25}/',
  }),
  form('google-api-key', '\\bAIza[0-9A-Za-z_-]{35}', 'AIza'),
  form('google-token', '\\b(?:ya29\\.[0-9A-Za-z_-]{20,1000}|GOCSPX-[0-9A-Za-z_-]{20,64})', 'ya29. GOCSPX-'),
  form('stripe-key', '\\b(?:[rs]k_(?:live|test)_|whsec_)[0-9A-Za-z]{16,255}', 'k_live_ k_test_ whsec_'),
  form('npm-token', '\\bnpm_[0-9A-Za-z]{36}', 'npm_'),
  form('pypi-token', '\\bpypi-AgE[0-9A-Za-z_-]{40,1000}', 'pypi-AgE'),
  form('docker-token', '\\bdckr_[a-z]{3,5}_[0-9A-Za-z_-]{20,255}', 'dckr_'),
  form('hugging-face-token', '\\bhf_[0-9A-Za-z]{30,255}', 'hf_'),
  {
    name: 'sendgrid-key',
    pattern: '\\bSG\\.[0-9A-Za-z_-]{16,32}\\.[0-9A-Za-z_-]{32,64}',
    heads: [{ text: 'sg.', next: '.', within: 40 }],
  },
  form('digitalocean-token', '\\bdo[opr]_v1_[0-9a-f]{64}', 'dop_v1_ doo_v1_ dor_v1_'),
  form('vault-token', '\\bhv[sbr]\\.[0-9A-Za-z_-]{24,255}', 'hvs. hvb. hvr.'),
  form('shopify-token', '\\bshp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32}', 'shpat_ shpca_ shppa_ shpss_'),
  form('age-key', '\\bAGE-SECRET-KEY-1[0-9A-Z]{58}', 'AGE-SECRET-KEY-1'),
  form('telegram-token', '[0-9]{8,10}:AA[0-9A-Za-z_-]{33}', ':AA'),
  form('api-key', '\\bsk-[0-9A-Za-z_-]{20,255}', 'sk-'),
  form('jwt', '\\beyJ[0-9A-Za-z_-]{10,600}\\.eyJ[0-9A-Za-z_-]{10,}\\.[0-9A-Za-z_-]{10,}', 'eyJ'),
  {
    name: 'private-key',
    pattern: '-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----',
    heads: ['PRIVATE KEY-----', 'PRIVATE KEY BLOCK-----'],
  },
  {
    name: 'password-hash',
    pattern: [
      '\\$(?:2[abxy]?\\$[0-9]{2}\\$[./0-9A-Za-z]{53}',
      // Of crypt, such as yescrypt: parameters, salt and hash.
      '(?:1|5|6|7|y|gy|md5|sha1|apr1)\\$(?:[0-9A-Za-z./=,]{1,64}\\$){1,3}[./0-9A-Za-z]{22,128}',
      'scrypt\\$[0-9A-Za-z$+/=,]{20,300}',
      'argon2(?:id|i|d)\\$[0-9A-Za-z$+/=,]{20,300})',
    ].join('|'),
    heads: '$2$ $2a$ $2b$ $2x$ $2y$ $1$ $5$ $6$ $7$ $y$ $gy$ $md5$ $sha1$ $apr1$ $scrypt$ $argon2'.split(' '),
  },
  {
    // Of Django, Werkzeug and LDAP.
    name: 'password-hash',
    pattern:
      '\\b(?:pbkdf2_sha(?:1|256|512)\\$[0-9]{3,8}\\$[!-~]{1,64}\\$[0-9A-Za-z+/=]{20,128}|(?:pbkdf2:sha(?:1|256|512)|scrypt):[0-9:]{3,20}\\$[0-9A-Za-z]{4,64}\\$[0-9a-f]{32,256})',
    heads: ['pbkdf2', 'scrypt:'],
  },
  form(
    'password-hash',
    '\\{S?(?:SHA|SHA256|SHA512|MD5)\\}[0-9A-Za-z+/=]{20,200}',
    'sha} sha256} sha512} md5}',
  ),
]
