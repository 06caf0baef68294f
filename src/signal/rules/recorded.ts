import type { RecordedForms } from '../forms.ts'

/**
 * The compiled forms of the table, in its order. Undefined here, where forms are compiled when the first line is
 * assessed. The published bundles hold the compiled forms instead of the patterns (build/rules.mjs).
 */
export const recordedForms: RecordedForms | undefined = undefined as RecordedForms | undefined
