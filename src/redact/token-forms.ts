import type { SecretForm } from './form.ts'
import { MASKED } from './no-secrets.ts'

/** Secrets that show by themselves what they are. */
export const tokenForms: readonly SecretForm[] = [
  { name: 'aws-access-key', pattern: '\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b', heads: ['AKIA', 'ASIA'] },
  {
    name: 'github-token',
    pattern: '\\bgh[pousr]_[0-9A-Za-z]{36,255}',
    except: MASKED,
    heads: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
  },
  { name: 'github-token', pattern: '\\bgithub_pat_[0-9A-Za-z_]{22,255}', heads: ['github_pat_'] },
  {
    name: 'gitlab-token',
    pattern: '\\bgl(?:pat|rt|dt|cbt|ptt|soat|agent|ft|oas)-[0-9A-Za-z_.-]{20,255}',
    except: MASKED,
    heads: ['glpat-', 'glrt-', 'gldt-', 'glcbt-', 'glptt-', 'glsoat-', 'glagent-', 'glft-', 'gloas-'],
  },
  {
    name: 'slack-token',
    pattern: '\\bxox[abceprs](?:\\.xox[bp])?-[0-9A-Za-z-]{10,255}',
    heads: ['xoxa', 'xoxb', 'xoxc', 'xoxe', 'xoxp', 'xoxr', 'xoxs'],
  },
  { name: 'slack-token', pattern: '\\bxapp-[0-9]-[0-9A-Za-z-]{10,255}', heads: ['xapp-'] },
  {
    name: 'slack-webhook',
    before: 'hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/',
    pattern: '[0-9A-Za-z_/-]{16,255}',
    heads: ['hooks.slack'],
  },
  {
    name: 'discord-webhook',
    before: 'discord(?:app)?\\.com/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]{15,25}/',
    pattern: '[0-9A-Za-z_-]{40,255}',
    heads: ['discord.com', 'discordapp.com'],
  },
  { name: 'google-api-key', pattern: '\\bAIza[0-9A-Za-z_-]{35}', heads: ['AIza'] },
  {
    name: 'google-token',
    pattern: '\\b(?:ya29\\.[0-9A-Za-z_-]{20,1000}|GOCSPX-[0-9A-Za-z_-]{20,64})',
    heads: ['ya29.', 'GOCSPX-'],
  },
  {
    name: 'stripe-key',
    pattern: '\\b(?:[rs]k_(?:live|test)_|whsec_)[0-9A-Za-z]{16,255}',
    heads: ['k_live_', 'k_test_', 'whsec_'],
  },
  { name: 'npm-token', pattern: '\\bnpm_[0-9A-Za-z]{36}', heads: ['npm_'] },
  { name: 'pypi-token', pattern: '\\bpypi-AgE[0-9A-Za-z_-]{40,1000}', heads: ['pypi-AgE'] },
  { name: 'docker-token', pattern: '\\bdckr_[a-z]{3,5}_[0-9A-Za-z_-]{20,255}', heads: ['dckr_'] },
  { name: 'hugging-face-token', pattern: '\\bhf_[0-9A-Za-z]{30,255}', heads: ['hf_'] },
  {
    name: 'sendgrid-key',
    pattern: '\\bSG\\.[0-9A-Za-z_-]{16,32}\\.[0-9A-Za-z_-]{32,64}',
    heads: [{ text: 'sg.', next: '.', within: 40 }],
  },
  {
    name: 'digitalocean-token',
    pattern: '\\bdo[opr]_v1_[0-9a-f]{64}',
    heads: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
  },
  {
    name: 'vault-token',
    pattern: '\\bhv[sbr]\\.[0-9A-Za-z_-]{24,255}',
    heads: ['hvs.', 'hvb.', 'hvr.'],
  },
  {
    name: 'shopify-token',
    pattern: '\\bshp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32}',
    heads: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
  },
  { name: 'age-key', pattern: '\\bAGE-SECRET-KEY-1[0-9A-Z]{58}', heads: ['AGE-SECRET-KEY-1'] },
  {
    name: 'telegram-token',
    pattern: '[0-9]{8,10}:AA[0-9A-Za-z_-]{33}',
    heads: [':AA'],
  },
  { name: 'api-key', pattern: '\\bsk-[0-9A-Za-z_-]{20,255}', heads: ['sk-'] },
  {
    name: 'jwt',
    pattern: '\\beyJ[0-9A-Za-z_-]{10,600}\\.eyJ[0-9A-Za-z_-]{10,}\\.[0-9A-Za-z_-]{10,}',
    heads: ['eyJ'],
  },
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
  {
    name: 'password-hash',
    pattern: '\\{S?(?:SHA|SHA256|SHA512|MD5)\\}[0-9A-Za-z+/=]{20,200}',
    heads: ['sha}', 'sha256}', 'sha512}', 'md5}'],
  },
]
