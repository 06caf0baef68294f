/** A row covers the models whose bare name matches its pattern. The first row that matches decides. */
export interface ModelRow {
  models: RegExp
  windowTokens: number
  maxOutputTokens?: number
  /** Set when fewer tokens than the window may be sent. */
  contextTokens?: number
}

export interface ModelFamily {
  /** The page where the maker states these numbers. */
  source: string
  rows: readonly ModelRow[]
}

const K = 1000
const KI = 1024

/** A pattern for names with this beginning, unless a later version number follows. `gpt-5` does not match `gpt-5.9`. */
const named = (beginning: string): RegExp => new RegExp(`^(?:${beginning})(?![\\d.]|-\\d{1,2}(?!\\d))`)

/** Excludes models for speech, sound and images, because their windows differ. */
const speech = '(?!.*(?:realtime|transcribe|tts|audio|image|live))'

const row = (
  models: RegExp,
  windowTokens: number,
  maxOutputTokens?: number,
  contextTokens?: number,
): ModelRow => ({
  models,
  windowTokens,
  ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  ...(contextTokens !== undefined && { contextTokens }),
})

const openAi: ModelFamily = {
  source: 'https://platform.openai.com/docs/models',
  rows: [
    row(named('gpt-5(?:\\.[123])?-chat'), 128 * K, 16_384),
    row(named('gpt-5\\.4-(?:mini|nano)|gpt-5\\.6-cyber'), 400 * K, 128 * K, 272 * K),
    row(named('gpt-5\\.[456](?!-chat|-cyber)'), 1050 * K, 128 * K, 922 * K),
    row(named('gpt-5-pro'), 400 * K, 272 * K, 272 * K),
    row(named('gpt-5(?:\\.[123])?'), 400 * K, 128 * K, 272 * K),
    row(named('gpt-4\\.1'), 1_047_576, 32_768),
    row(named('gpt-4\\.5'), 128 * K, 16_384),
    row(named('gpt-4o-2024-05-13'), 128 * K, 4096),
    row(named(`${speech}(?:chatgpt-4o|gpt-4o)`), 128 * K, 16_384),
    row(/^gpt-4-(?:turbo|0125-|1106-)/, 128 * K, 4096),
    row(/^gpt-4-32k/, 32_768, 8192),
    row(/^gpt-4(?:-0[36]1[34])?$/, 8192, 8192),
    row(/^gpt-3\.5-turbo-instruct/, 4096, 4096),
    row(/^gpt-3\.5/, 16_385, 4096),
    row(/^gpt-oss(?![\d.])/, 131_072, 131_072),
    row(named('o1-mini'), 128 * K, 65_536),
    row(named('o1-preview'), 128 * K, 32_768),
    row(named('o1|o3|o4-mini|codex-mini'), 200 * K, 100 * K),
  ],
}

const anthropic: ModelFamily = {
  source: 'https://platform.claude.com/docs/en/models/overview',
  rows: [
    row(
      named('claude-(?:opus-4[.-][678]|sonnet-4[.-]6|(?:opus|sonnet)-5(?:[.-]5)?|fable-5[.-]1)'),
      1000 * K,
      128 * K,
    ),
    row(named('claude-(?:opus|sonnet|haiku)-4[.-]5'), 200 * K, 64 * K),
    row(named('claude-opus-4(?:[.-][01])?|claude-4-opus'), 200 * K, 32 * K),
    row(named('claude-sonnet-4(?:[.-]0)?|claude-4-sonnet|claude-3[.-]7-sonnet'), 200 * K, 64 * K),
    row(named('claude-3[.-]5-(?:sonnet|haiku)'), 200 * K, 8192),
    row(named('claude-3-(?:opus|sonnet|haiku)'), 200 * K, 4096),
  ],
}

const google: ModelFamily = {
  source: 'https://ai.google.dev/gemini-api/docs/models',
  rows: [
    row(named(`${speech}gemini-3(?:\\.[15])?-(?:pro|flash)`), KI * KI, 65_536),
    row(named(`${speech}gemini-2\\.5`), KI * KI, 65_536),
    row(named(`${speech}gemini-2\\.0`), KI * KI, 8192),
    row(named('gemini-1\\.5-pro'), 2 * KI * KI, 8192),
    row(named('gemini-1\\.5-flash'), KI * KI, 8192),
  ],
}

const meta: ModelFamily = {
  source: 'https://www.llama.com/docs/model-cards-and-prompt-formats/',
  rows: [
    row(/^llama-?4-scout/, 10 * KI * KI),
    row(/^llama-?4-maverick/, KI * KI),
    row(/^(?:meta-)?llama-?3[.-][123](?!\d)/, 128 * KI),
    row(/^(?:meta-)?llama-?3(?![\d.]|-\d{1,2}(?!\d|b))/, 8 * KI),
  ],
}

const mistral: ModelFamily = {
  source: 'https://docs.mistral.ai/getting-started/models/',
  rows: [
    row(/^mistral-large-(?:3|2512)(?!\d)/, 256 * K),
    row(/^mistral-(?:tiny|medium-23|small-24|large-2402)/, 32 * K),
    row(/^(?:open-)?mixtral-8x22b/, 64 * K),
    row(/^(?:open-)?(?:mixtral-8x7b|mistral-7b)/, 32 * K),
    row(/^(?:open-)?(?:mistral-(?:large|medium|small|nemo)|ministral|codestral|devstral|pixtral)/, 128 * K),
  ],
}

const deepSeek: ModelFamily = {
  source: 'https://api-docs.deepseek.com/quick_start/pricing',
  rows: [row(named('deepseek-v4'), 1000 * K, 384 * K), row(/^deepseek-(?:chat|reasoner|v3|r1)/, 128 * K)],
}

const alibaba: ModelFamily = {
  source: 'https://www.alibabacloud.com/help/en/model-studio/models',
  rows: [
    row(/^qwen-?3-(?:max|coder)/, 256 * KI, 64 * KI),
    row(/^qwen-?3(?![\d.])/, 32 * KI),
    row(/^qwen-?2\.5(?:-[a-z]+)*[-:](?:0\.5|1\.5|3)b/, 32 * KI, 8 * KI),
    row(/^qwen-?2\.5|^qwq-32b/, 128 * KI, 8 * KI),
  ],
}

export const families: readonly ModelFamily[] = [openAi, anthropic, google, meta, mistral, deepSeek, alibaba]
