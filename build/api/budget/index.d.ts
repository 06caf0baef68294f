import {
  TokenCounter
} from "../types/options.js";

interface ShareRequest {
  id: string;
  want: number;
  weight?: number;
}
declare function allocate(total: number, requests: readonly ShareRequest[]): Record<string, number>;
interface TokenBudgetOptions {
  contextTokens: number;
  warnAt?: number;
  alertAt?: number;
  floor?: number;
  limits?: Readonly<Record<string, number>>;
  tokens?: TokenCounter;
}
type BudgetStatus = 'ok' | 'warn' | 'alert';
interface TokenUsage {
  contextTokens: number;
  totalTokens: number;
  remainingTokens: number;
  ratio: number;
  status: BudgetStatus;
  components: Record<string, number>;
}
type BudgetListener = (usage: TokenUsage, status: BudgetStatus) => void;
interface TokenBudget {
  add(component: string, tokensOrText: number | string): number;
  deduct(component: string, tokens: number): number;
  usage(): TokenUsage;
  limitFor(component?: string): number;
  reset(): void;
  reconfigure(options: Partial<TokenBudgetOptions>): void;
  on(status: BudgetStatus, listener: BudgetListener): () => void;
}
declare function createTokenBudget(options: TokenBudgetOptions): TokenBudget;
interface ModelLimits {
  contextTokens: number;
  windowTokens: number;
  maxOutputTokens?: number;
  toolTokens: number;
  source: string;
}
declare function modelLimits(model: string): ModelLimits;
export {
  type BudgetListener,
  type BudgetStatus,
  type ModelLimits,
  type ShareRequest,
  type TokenBudget,
  type TokenBudgetOptions,
  type TokenUsage,
  allocate,
  createTokenBudget,
  modelLimits
};