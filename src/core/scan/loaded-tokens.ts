import type { KernelExports } from './instance.ts'
import { stepsOf, type TokenWeights, WEIGHT_BYTES } from './token-units.ts'

/** By module: the weights that are in its memory. */
const loaded = /* @__PURE__ */ new WeakMap<KernelExports, TokenWeights>()

/** Puts weights into a module's memory, unless they are there. */
export function loadTokens(kernels: KernelExports, tokens: TokenWeights): void {
  if (loaded.get(kernels) === tokens) return
  const { buffer } = kernels.memory
  const steps = stepsOf(tokens)
  new Uint8Array(buffer, kernels.tokensAt.value, WEIGHT_BYTES).set(tokens.bytes)
  new Uint16Array(buffer, kernels.tokenStepsAt.value, steps.length).set(steps)
  loaded.set(kernels, tokens)
}
