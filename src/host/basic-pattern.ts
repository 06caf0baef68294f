/**
 * Says what a pattern means that is written as basic `grep` has it, for a search that found nothing. Undefined for other
 * patterns.
 */
export function hintForBasic(pattern: string): string | undefined {
  const [sign] = /(?<=(?:^|[^\\])(?:\\\\)*)\\[|()+?]/.exec(pattern) ?? []
  return sign && `Here ${sign} stands for the character itself: write ${sign[1]} without the backslash.`
}
