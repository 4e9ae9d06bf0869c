import type { FastifyReply } from 'fastify'

/** Headers that say what a document may do. A script, style, typeface or picture obeys those of its page. */
const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
]

/** Removes the headers of documents from a file that is sent: half a kilobyte, of each of a page's fifty files. */
export const removeDocumentHeaders = (reply: FastifyReply) => {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
}

/** Lets mail programs and the pages of other sites show this picture. Without it, only pages of the shop can. */
export const allowEmbedding = (reply: FastifyReply) => reply.header('cross-origin-resource-policy', 'cross-origin')
