import { defineCalls } from '#contract/calls/define-calls.ts'
import { FeedSettings, Feeds } from './contract.ts'

export const feedCalls = defineCalls({
  'GET /api/feeds': {
    access: 'admin',
    id: 'getFeeds',
    summary: 'Get the addresses for programs that look for products, and whether AI assistants may read the shop',
    answer: Feeds,
  },
  'PUT /api/feeds': {
    access: 'admin',
    id: 'setFeeds',
    summary: 'Choose whether AI assistants may read the shop',
    body: FeedSettings,
    answer: Feeds,
  },
})
