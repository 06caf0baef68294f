import type { RecordedForms } from '../forms.ts'

/**
 * The forms of the table, in its order. Nothing here: they are compiled when the first line is judged. The published
 * bundles have them instead of the patterns (build/rules.mjs).
 */
export const recordedForms: RecordedForms | undefined = undefined as RecordedForms | undefined
