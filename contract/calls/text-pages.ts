import {
  AdminTextPage,
  AdminTextPages,
  NewTextPage,
  PageKey,
  TextPageDraft,
  TextPageOrder,
  TextPagePreview,
  TextPageText,
  TextPageUpdate,
} from '#contract/admin/text-pages.ts'
import { defineCallsOf } from '#contract/calls/define-calls.ts'
import { Done } from '#contract/users.ts'

export const textPageCalls = defineCallsOf('catalog', {
  'GET /api/pages': {
    access: 'admin',
    id: 'listPages',
    summary: 'List the text pages, such as About or Returns',
    answer: AdminTextPages,
  },
  'GET /api/pages/:slug': {
    access: 'admin',
    id: 'getPage',
    summary: 'Get the draft of a text page',
    params: PageKey,
    answer: AdminTextPage,
  },
  'POST /api/pages': {
    access: 'admin',
    id: 'createPage',
    summary: 'Create a text page, with a starting text or empty',
    body: NewTextPage,
    status: 201,
    answer: AdminTextPage,
  },
  'POST /api/pages/preview': {
    access: 'admin',
    isChange: false,
    id: 'previewPage',
    summary: 'Get a Markdown text as its page would show it',
    body: TextPageDraft,
    answer: TextPagePreview,
  },
  'PUT /api/pages': {
    access: 'admin',
    id: 'orderPages',
    summary: 'Order the text pages',
    body: TextPageOrder,
    answer: AdminTextPages,
  },
  'PUT /api/pages/:slug': {
    access: 'admin',
    id: 'updatePage',
    summary: 'Save the draft of a text page, or where it is linked',
    params: PageKey,
    body: TextPageUpdate,
    answer: AdminTextPage,
  },
  'PUT /api/pages/:slug/published': {
    access: 'admin',
    id: 'publishPage',
    summary: 'Publish a text page',
    params: PageKey,
    body: TextPageText,
    answer: AdminTextPage,
  },
  'DELETE /api/pages/:slug/published': {
    access: 'admin',
    id: 'unpublishPage',
    summary: 'Take a text page off the shop',
    params: PageKey,
    answer: AdminTextPage,
  },
  'DELETE /api/pages/:slug': {
    access: 'signed-in admin',
    id: 'deletePage',
    summary: 'Delete a text page',
    params: PageKey,
    answer: Done,
  },
})
