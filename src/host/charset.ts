/** The charset that a locale names: `GBK` of `LANG=zh_CN.GBK`. Undefined for UTF-8 and for a locale that names none. */
export function charsetOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const charset = /\.([\w-]+)/.exec(env.LC_ALL || env.LC_CTYPE || env.LANG || '')?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : charset
}
