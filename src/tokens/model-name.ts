/**
 * A model's name as its maker writes it: in small letters, without who serves it (`openrouter/openai/`, `models/`,
 * `us.anthropic.`) and without what a fine-tuned one is called besides (`ft:gpt-4o:acme::id` is `gpt-4o`).
 */
export function bareName(model: string): string {
  return model
    .trim()
    .toLowerCase()
    .replace(/^(?:[^:]*\/)?ft:([^:]*).*$/s, '$1')
    .replace(/^.*\//s, '')
    .replace(/^(?:[a-z]+\.){1,2}(?=[a-z])/, '')
}
