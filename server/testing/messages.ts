import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/outbox/schema.ts'

/** Parses a message: unfolded headers by lowercase name, and both bodies. */
export function readMessage(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = headersOf(head)
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '') ?? []
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`).slice(1, -1).map(partOf)
  const form = (type: string) => parts.find(({ contentType }) => contentType.startsWith(type))?.text ?? ''
  return { headers, text: form('text/plain'), html: form('text/html') }
}

function headersOf(head: string): Record<string, string> {
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]))
}

function partOf(part: string) {
  const [head = '', ...rest] = part.trimStart().split('\r\n\r\n')
  const headers = headersOf(head)
  const body = rest.join('\r\n\r\n')
  const text = headers['content-transfer-encoding'] === 'quoted-printable' ? decodeQuotedPrintable(body) : body
  return { contentType: headers['content-type'] ?? '', text: text.replaceAll('\r\n', '\n') }
}

const decodeQuotedPrintable = (body: string) =>
  Buffer.from(
    body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()

/** The token of the reset link in a message. */
export const tokenIn = (text: string) => /\/reset-password\/([\w-]+)/.exec(text)?.[1] ?? ''

/** The number of queued receipts, sent or not. */
export const receipts = (db: Db) => db.$count(outbox, eq(outbox.kind, 'receipt'))
