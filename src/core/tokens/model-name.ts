/**
 * A model's name as its maker writes it: in lower case, without the prefix of a provider (`openrouter/openai/`,
 * `models/`, `us.anthropic.`), and without the parts that a fine-tuned model adds (`ft:gpt-4o:acme::id` is `gpt-4o`).
 */
export function bareName(model: string): string {
  return model
    .trim()
    .toLowerCase()
    .replace(/^(?:[^:]*\/)?ft:([^:]*).*$/s, '$1')
    .replace(/^.*\//s, '')
    .replace(/^(?:[a-z]+\.){1,2}(?=[a-z])/, '')
}
