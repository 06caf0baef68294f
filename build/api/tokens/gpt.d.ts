import {
  TokenCounter
} from "../types/options.js";

declare function counterFor(model: string): Promise<TokenCounter>;
export {
  counterFor
};