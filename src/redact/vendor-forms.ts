import type { Head, SecretForm } from './form.ts'
import { MASKED } from './no-secrets.ts'

/** The letters of a token: `d` are digits, `h` and `H` hexadecimal digits, `w` the letters of base64 in addresses. */
const alphabets: Readonly<Record<string, string>> = {
  d: '0-9',
  h: '0-9a-f',
  x: '0-9A-Fa-f',
  l: '0-9a-z',
  u: '0-9A-Z',
  a: '0-9A-Za-z',
  w: '0-9A-Za-z_\\-',
  b: '0-9A-Za-z+/',
  c: '0-9A-Za-z+/=',
  e: '0-9A-Za-z_=\\-',
}

/** A vendor, the texts with which its tokens begin, and what follows: `a40` are 40 letters and digits, `a40+` at least. */
type Row = readonly [vendor: string, prefixes: string, rest: string]

/**
 * Tokens that begin with a text of their vendor. The forms are facts from the documents of the vendors, and from the
 * lists of gitleaks and secretlint.
 */
const table: readonly Row[] = [
  ['1Password', 'ops_eyJ', 'b100+'],
  ['1Password', 'A3-', 'u6-u11-u5-u5-u5'],
  ['1Password', 'A3-', 'u6-u6-u5-u5-u5-u5'],
  ['Adafruit', 'aio_', 'a28'],
  ['Adobe', 'p8e-', 'l32'],
  ['Alibaba Cloud', 'LTAI', 'a16+'],
  ['Artifactory', 'AKCp', 'a64+'],
  ['Artifactory', 'cmVmd', 'a55+'],
  ['Atlassian', 'ATATT3 ATCTT3', 'e180+'],
  ['Bitbucket', 'ATBB', 'a28+'],
  ['Braintree', 'access_token$production$', 'l16$h32'],
  ['Brevo', 'xkeysib- xsmtpsib-', 'h64-a16'],
  ['Buildkite', 'bkua_', 'h40'],
  ['CircleCI', 'CCIPAT_', 'a22_h40'],
  ['ClickHouse', '4b1d', 'a38'],
  ['Clojars', 'CLOJARS_', 'x60'],
  ['Cloudflare', 'v1.0-', 'h24-h146'],
  ['Confluent', 'cflt', 'b60+'],
  ['Contentful', 'CFPAT-', 'w43'],
  ['crates.io', 'cio', 'a32'],
  ['Databricks', 'dapi dose', 'h32'],
  ['Defined Networking', 'dnkey-', 'w26-w52'],
  ['Doppler', 'dp.st.', 'w2+.a40+'],
  ['Doppler', 'dp.pt. dp.ct. dp.sa. dp.scim. dp.audit. dp.st.', 'a40+'],
  ['Dropbox', 'sl.u.', 'w100+'],
  ['Dropbox', 'sl.', 'w130+'],
  ['Duffel', 'duffel_', 'l4_w43'],
  ['Dynatrace', 'dt0c01.', 'u24.u64'],
  ['Dynatrace', 'dt0s16.', 'u8.u64'],
  ['EasyPost', 'EZAK EZTK', 'a54'],
  ['Elastic', 'essu_', 'b40+'],
  ['Facebook', 'EAA', 'a100+'],
  ['Figma', 'figd_', 'w40'],
  ['Flutterwave', 'FLWSECK-', 'l32-X'],
  ['Flutterwave', 'FLWSECK_TEST-', 'l12+'],
  ['Fly.io', 'fo1_', 'w43'],
  ['Fly.io', 'fm1r_ fm1a_ fm2_', 'b100+'],
  ['Frame.io', 'fio-u-', 'w64'],
  ['GitLab', 'GR1348941 glffct-', 'w20'],
  ['GitLab', 'glimt-', 'w25'],
  ['Google', '1//0', 'w40+'],
  ['Grafana', 'eyJrIjoi', 'b70+'],
  ['Grafana', 'glc_', 'b32+'],
  ['Grafana', 'glsa_', 'a32_x8'],
  ['Groq', 'gsk_', 'a52'],
  ['Harness', 'pat. sat.', 'w22.a24.a20'],
  ['Heroku', 'HRKU-', 'w36+'],
  ['HubSpot', 'pat-na1- pat-eu1-', 'x8-x4-x4-x4-x12'],
  ['Hugging Face', 'api_org_', 'a34'],
  ['Infracost', 'ico-', 'a32'],
  ['Intra42', 's-s4t2ud- s-s4t2af-', 'h64'],
  ['Klaviyo', 'pk_', 'h34'],
  ['LangSmith', 'lsv2_', 'l2_h32_h10'],
  ['Linear', 'lin_api_ lin_oauth_', 'a40+'],
  ['Lob', 'live_', 'h35'],
  ['Mailgun', 'key-', 'h32'],
  ['Mapbox', 'sk.eyJ', 'w40+.w20+'],
  ['Neon', 'napi_', 'l60+'],
  ['Netlify', 'nfp_', 'a36+'],
  ['New Relic', 'NRAK-', 'u27'],
  ['New Relic', 'NRII-', 'w32'],
  ['New Relic', 'NRJS-', 'h19'],
  ['Notion', 'ntn_', 'd11a35'],
  ['Notion', 'secret_', 'a43'],
  ['NuGet', 'oy2', 'l43'],
  ['Octopus Deploy', 'API-', 'u26'],
  ['OpenShift', 'sha256~', 'w43'],
  ['Perplexity', 'pplx-', 'a48'],
  ['Pinecone', 'pcsk_', 'a5+_a50+'],
  ['Plaid', 'access-production- access-development- access-sandbox-', 'x8-x4-x4-x4-x12'],
  ['PlanetScale', 'pscale_tkn_ pscale_pw_ pscale_oauth_', 'w32+'],
  ['PostHog', 'phx_', 'a40+'],
  ['Postman', 'PMAK-', 'x24-x34'],
  ['Prefect', 'pnu_', 'a36'],
  ['Pulumi', 'pul-', 'h40'],
  ['Razorpay', 'rzp_live_', 'a14'],
  ['ReadMe', 'rdme_', 'l70'],
  ['Replicate', 'r8_', 'a37'],
  ['Resend', 're_', 'a8_a20+'],
  ['RubyGems', 'rubygems_', 'h48'],
  ['Scalingo', 'tk-us-', 'w48'],
  ['Sentry', 'sntrys_eyJ', 'c40+_b43'],
  ['Sentry', 'sntryu_', 'h64'],
  ['SettleMint', 'sm_aat_ sm_pat_ sm_sat_', 'a16'],
  ['Shippo', 'shippo_', 'l4_x40'],
  ['Snyk', 'snyk_', 'l3.w8.w40+'],
  ['Sonar', 'squ_ sqp_ sqa_', 'h40'],
  ['Sourcegraph', 'sgp_', 'w16+_x40'],
  ['Sourcegraph', 'sgp_', 'x40'],
  ['Square', 'sq0atp-', 'w22+'],
  ['Square', 'sq0csp-', 'w43'],
  ['Square', 'EAAA', 'w60'],
  ['Stripe', 'sk_prod_ rk_prod_', 'a16+'],
  ['Supabase', 'sbp_', 'h40'],
  ['Supabase', 'sb_secret_', 'w20+'],
  ['Tailscale', 'tskey-', 'l3+-a10+-a20+'],
  ['Tavily', 'tvly-', 'w28+'],
  ['Tencent Cloud', 'AKID', 'a32'],
  ['Thunderstore', 'tss_', 'a36'],
  ['Trello', 'ATTA', 'h64'],
  ['Typeform', 'tfp_', 'w40+'],
  ['xAI', 'xai-', 'a80'],
  ['Yandex', 'AQVN', 'w36+'],
  ['Yandex', 'y0_', 'w55+'],
  ['Yandex', 't1.', 'w60+.w60+'],
]

export const vendorRows: readonly Row[] = table.flatMap(([vendor, prefixes, rest]) =>
  prefixes.split(' ').map((prefix): Row => [vendor, prefix, rest]),
)

/** Tokens that another text in them tells, with the heads that find their lines. */
const others: readonly { pattern: string; head: Head }[] = [
  // Azure AD, Terraform Cloud, New Relic's licence, Mailchimp, MaxMind, and bots of Discord.
  { pattern: '[0-9A-Za-z_~.-]{3}[0-9]Q~[0-9A-Za-z_~.-]{31,34}', head: 'Q~' },
  { pattern: '[0-9A-Za-z]{14}\\.atlasv1\\.[0-9A-Za-z_=-]{60,70}', head: '.atlasv1.' },
  { pattern: '[0-9a-f]{36}NRAL', head: 'NRAL' },
  { pattern: '[0-9a-f]{32}-us[0-9]{1,2}', head: { text: '-us', next: '0123456789', within: 1 } },
  { pattern: '[0-9A-Za-z]{6}_[0-9A-Za-z]{29}_mmk', head: '_mmk' },
  ...['.G', '.Y'].map((text) => ({
    pattern: `[MNO][0-9A-Za-z_-]{23,27}\\${text}[0-9A-Za-z_-]{5}\\.[0-9A-Za-z_-]{27,40}`,
    head: { text, letters: '0-9A-Za-z_.\\-', least: 33 },
  })),
  // Asana: the numbers of an application and a user stand before the secret.
  {
    pattern: '[12]/12[0-9]{12,15}(?:/12[0-9]{12,15})?:[0-9a-f]{32}',
    head: { text: '/12', next: ':', within: 17 },
  },
  // Facebook: the number of an application stands before the secret.
  { pattern: '[0-9]{15,16}\\|[0-9A-Za-z_-]{27,40}', head: { text: '|', letters: alphabets.w, least: 27 } },
  // A private key in base64: `-----BEGIN RSA PRIVATE KEY` and its siblings.
  {
    pattern: 'LS0tLS1CRUdJTiB(?:QUklW|SU0Eg|FQyBQ|PUEVO|FTkNS|EU0Eg)[0-9A-Za-z+/=]{40,}',
    head: 'LS0tLS1CRUdJTiB',
  },
]

const escaped = (text: string): string => text.replace(/[.$~+/]/g, '\\$&')

/** `a22_h40` as a regular expression. The last part may be longer. */
const restPattern = (rest: string): string =>
  rest.replace(/([dhxluawbce])(\d+)(\+?)|[^0-9A-Za-z]/g, (part, alphabet, count, more, at: number) => {
    if (alphabet === undefined) return escaped(part)
    const isLast = at + part.length === rest.length
    const most = isLast ? ',' : more !== '' ? ',255' : ''
    return `[${alphabets[alphabet]}]{${count}${most}}`
  })

/** The prefix, and how many letters of which kinds follow it: a short prefix is in many words. */
function headOf(text: string, rest: string): Head {
  let letters = ''
  let least = 0
  for (const [part, alphabet, count] of rest.matchAll(/([dhxluawbce])(\d+)|[^+]/g)) {
    letters += alphabet === undefined ? `\\${part}` : alphabets[alphabet]
    least += alphabet === undefined ? 1 : Number(count)
  }
  return { text, letters, least }
}

const common = { name: 'vendor-token', except: MASKED }
export const vendorForms: readonly SecretForm[] = [
  ...vendorRows.map(([, prefix, rest]) => ({
    ...common,
    pattern: `\\b${escaped(prefix)}${restPattern(rest)}`,
    heads: [headOf(prefix, rest)],
  })),
  ...others.map(({ pattern, head }) => ({ ...common, pattern: `\\b${pattern}`, heads: [head] })),
]
