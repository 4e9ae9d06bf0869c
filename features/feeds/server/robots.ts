import type { RefusedRobots } from '#server/shop/refused-robots.ts'
import { assistantsMayRead } from './feed-settings.ts'

/** The names of robots that read for AI assistants or train them, as their makers document them. */
export const ASSISTANT_ROBOTS = [
  ...['GPTBot', 'OAI-SearchBot', 'ChatGPT-User'],
  ...['ClaudeBot', 'Claude-SearchBot', 'Claude-User', 'Claude-Web', 'anthropic-ai'],
  ...['PerplexityBot', 'Perplexity-User'],
  ...['Google-Extended', 'Google-CloudVertexBot', 'Google-NotebookLM', 'Gemini-Deep-Research'],
  ...['Applebot-Extended', 'Amazonbot', 'Amzn-SearchBot', 'Amzn-User'],
  ...['Meta-ExternalAgent', 'Meta-ExternalFetcher', 'FacebookBot'],
  ...['CCBot', 'Bytespider', 'cohere-ai', 'cohere-training-data-crawler', 'DeepSeekBot'],
  ...['MistralAI-User', 'DuckAssistBot', 'YouBot', 'AI2Bot', 'Diffbot'],
] as const

export const refusedAssistants: RefusedRobots = async (db) => ((await assistantsMayRead(db)) ? [] : ASSISTANT_ROBOTS)
