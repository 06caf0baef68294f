import type { SecretForm } from './form.ts'
import { NO_KEY, NO_PASSWORD, NO_VALUE } from './no-secrets.ts'
import { BLANKS, SEPARATOR } from './value-forms.ts'

const authorization: Pick<SecretForm, 'name' | 'ignoreCase' | 'heads'> = {
  name: 'authorization',
  ignoreCase: true,
  heads: [{ text: 'authorization', next: '=:', within: 40 }],
}
const HEADER = `authorization${SEPARATOR}\\\\{0,3}["'\`]?`

/** Secrets in headers of HTTP. */
export const headerForms: SecretForm[] = [
  {
    ...authorization,
    before: `${HEADER}(?:(?:bearer|basic|token|negotiate|ntlm|apikey|api-key|key|bot|jwt|githubtoken|privatetoken)[ \\t]{1,4})?`,
    pattern: '[0-9A-Za-z._~+/=:%-]{6,}',
    except: `${NO_PASSWORD}|[A-Z]?[a-z_.-]{1,20}(?:[A-Z][a-z_.-]{1,20}){0,2}|[A-Z_]{1,20}|(?:[Bb]earer|[Bb]asic|[Dd]igest|[Tt]oken|[Nn]egotiate|OAuth|AWS4-HMAC-SHA256)`,
  },
  {
    // Schemes whose value has several parts.
    ...authorization,
    before: `${HEADER}(?:digest|oauth|hawk|aws4-hmac-sha256|signature|sharedkey|sharedkeylite)[ \\t]{1,4}`,
    pattern: '[^\\r\\n]{8,}',
  },
  {
    // Any other scheme: its value must look like a key, because words may stand here too.
    ...authorization,
    before: `${HEADER}[a-z][\\w-]{1,40}[ \\t]{1,4}`,
    pattern: '[^\\s"\'`<>,;\\\\]{8,}',
    except: NO_KEY,
  },
  {
    // Any other scheme whose value has names.
    ...authorization,
    before: `${HEADER}(?:[a-z][\\w-]{1,40}[ \\t]{1,4})?[a-z][\\w-]{1,40}=`,
    pattern: '[^\\s,;\\\\]{8,}',
    except: NO_KEY,
  },
  {
    ...authorization,
    before: '\\b(?:bearer)[ \\t]{1,4}',
    pattern: '[0-9A-Za-z._~+/=-]{20,}',
    except: NO_KEY,
    heads: ['bearer '],
  },
  {
    name: 'cookie',
    before: `cookie\\\\{0,3}["'\`]?${BLANKS}:${BLANKS}\\\\{0,3}["'\`]?`,
    // All cookies of the header, and the attributes of one that is set.
    pattern: '[\\w.%-]{1,64}=(?:[^\\s;"\'\\\\]|;[ \\t]?){3,}',
    except: '[\\w.%-]*=(?:deleted|true|false)',
    ignoreCase: true,
    heads: [{ text: 'cookie', next: ':', within: 10 }],
  },
]

/** Secrets in addresses. */
export const addressForms: SecretForm[] = [
  {
    name: 'url-password',
    before: '://[!$-.0-9;=A-~]{0,128}:',
    pattern: '[^\\s/"\'<>\\\\]{1,128}',
    behind: '@',
    except: `${NO_VALUE}|password`,
    heads: [{ text: '://', next: '@', within: 400 }],
  },
  {
    name: 'url-password',
    before: '://',
    pattern: '[0-9A-Za-z_.-]{20,255}',
    behind: '(?::x-oauth-basic|:)?@',
    except: NO_KEY,
    heads: [{ text: '://', next: '@', within: 400 }],
  },
  {
    // A line of `.pgpass`: host, port, database, user and password.
    name: 'url-password',
    before: '^[!-9;-~]{1,128}:(?:5432|6432|5433):[!-9;-~]{1,64}:[!-9;-~]{1,64}:',
    pattern: '[!-9;-~]{3,128}',
    behind: '\\r?$',
    except: NO_PASSWORD,
    heads: [':5432:', ':6432:', ':5433:'],
  },
  {
    name: 'signed-url',
    before: '[?&](?:sig|signature|x-amz-signature|x-goog-signature|x-amz-security-token)=',
    pattern: '[0-9A-Za-z%+/=_-]{16,}',
    ignoreCase: true,
    heads: ['sig=', 'signature=', 'security-token='],
  },
]
