// Names that small projects are made of.
export { range } from '../../retention/make-logs/passing.mjs'

const NOUNS = ['basket', 'price', 'tax', 'stock', 'label', 'parcel', 'voucher', 'refund', 'tariff', 'ledger']
export const nounOf = (n) => `${NOUNS[n % NOUNS.length]}_${Math.floor(n / NOUNS.length)}`

export const json = (value) => `${JSON.stringify(value, null, 2)}\n`
