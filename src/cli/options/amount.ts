const units = {
  bytes: { k: 1024, m: 1024 ** 2, g: 1024 ** 3 },
  seconds: { s: 1, m: 60, h: 3600 },
}

/** Bytes such as `512`, `10k` or `1.5MB`, in units of 1024, or seconds such as `90`, `90s`, `2m` or `1h`. */
export function amountOf(text: string, of: keyof typeof units): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(?:([a-z])b?)?$/i.exec(text) ?? []
  const known: Readonly<Record<string, number>> = { '': 1, ...units[of] }
  const factor = known[unit.toLowerCase()]
  if (amount === undefined || factor === undefined) return undefined
  return of === 'bytes' && unit !== '' ? Math.round(Number(amount) * factor) : Number(amount) * factor
}
