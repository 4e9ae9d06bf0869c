import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readMessage, tokenIn } from '#server/testing/messages.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'

const LOOK_EVERY_MS = 200

/** The parsed messages to this address in the outbox folder. */
export async function messagesTo(outbox: string, email: string) {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const messages = await Promise.all(names.map(async (name) => readMessage(await readFile(join(outbox, name), 'utf8'))))
  return messages.filter(({ headers }) => headers.to === email)
}

/** Waits for a message with a reset link to this address and returns the link's path. */
export async function resetPath(outbox: string, email: string) {
  for (const start = Date.now(); Date.now() - start < PATIENCE_MS; await setTimeout(LOOK_EVERY_MS)) {
    const token = (await messagesTo(outbox, email)).map(({ text }) => tokenIn(text)).find(Boolean)
    if (token) return `/reset-password/${token}`
  }
  throw new Error(`No reset link was sent to ${email}.`)
}

/** Waits for a message to this address that has the link of an order, and returns the link's path. */
export async function orderLink(outbox: string, email: string) {
  for (const start = Date.now(); Date.now() - start < PATIENCE_MS; await setTimeout(LOOK_EVERY_MS)) {
    const texts = (await messagesTo(outbox, email)).map(({ text }) => text)
    const [path] = /\/order\/[\w-]+#k=[\w-]+/.exec(texts.join('\n')) ?? []
    if (path) return path
  }
  throw new Error(`No link of an order was sent to ${email}.`)
}

/** Waits for a message to this address with this subject, and returns it. */
export async function messageAbout(outbox: string, email: string, subject: string) {
  for (const start = Date.now(); Date.now() - start < PATIENCE_MS; await setTimeout(LOOK_EVERY_MS)) {
    const message = (await messagesTo(outbox, email)).find(({ headers }) => headers.subject?.includes(subject))
    if (message) return message
  }
  throw new Error(`No message about ${subject} was sent to ${email}.`)
}
