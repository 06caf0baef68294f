/**
 * The digest of the rules' forms. Undefined here, where it is computed. The published bundles hold it instead of the
 * patterns (build/rules.mjs).
 */
export const compiledDigest: string | undefined = undefined as string | undefined
