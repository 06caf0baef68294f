// Made by bench/select/learn.mjs. Do not edit.

/** By literal, in the order of `signalLiterals`: its weight, as a character from U+0020 on for each four. */
export const LITERAL_WEIGHTS: string = ''
/** By context: a factor in 64ths. */
export const CONTEXT_FACTORS: readonly number[] = [
  64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
]
