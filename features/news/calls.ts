import { defineCallsOf } from '#contract/calls/define-calls.ts'
import { Done } from '#contract/users.ts'
import { AdminNews, AdminNewsItem, NewNews, NewsKey, NewsUpdate } from './contract.ts'

export const newsCalls = defineCallsOf('catalog', {
  'GET /api/news': {
    access: 'admin',
    id: 'listNews',
    summary: 'List the text pages that are news, drafts first, then the newest',
    answer: AdminNews,
  },
  'POST /api/news': {
    access: 'admin',
    id: 'createNews',
    summary: 'Create an empty text page that is news',
    body: NewNews,
    status: 201,
    answer: AdminNewsItem,
  },
  'PUT /api/news/:slug': {
    access: 'admin',
    id: 'setNews',
    summary: 'Make a text page news, or change its date: visitors can read it from then on',
    params: NewsKey,
    body: NewsUpdate,
    answer: AdminNewsItem,
  },
  'DELETE /api/news/:slug': {
    access: 'admin',
    id: 'unsetNews',
    summary: 'Make news a text page like others',
    params: NewsKey,
    answer: Done,
  },
})
