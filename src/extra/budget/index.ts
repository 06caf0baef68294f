// How full a model's context is, and how many tokens the next tool output may have. A budget counts by component.
// `allocate` shares what is left among calls that run at once. `modelLimits` knows the windows of published models.

export { allocate, type ShareRequest } from './allocate.ts'
export {
  type BudgetListener,
  type BudgetStatus,
  createTokenBudget,
  type TokenBudget,
  type TokenUsage,
} from './budget.ts'
export { type ModelLimits, modelLimits } from './models.ts'
export type { TokenBudgetOptions } from './options.ts'
