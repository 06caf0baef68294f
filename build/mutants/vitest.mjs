// Stands for vitest in the bundle of recorded outputs, which asks it for these alone.
const usual = { seed: 1, thorough: false, backend: 'wasm' }
export const inject = (name) => usual[name]
