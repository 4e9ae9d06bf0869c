import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { DEFAULT_LOOK } from '#server/shop/look/looks.ts'
import { passwordChangedEmail, resetLinkEmail } from '#server/shop/messages/account-messages.ts'
import { senderOf } from '#server/shop/messages/compose.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { readMessage, tokenIn } from '#server/testing/messages.ts'
import { openMailer } from './mailer.ts'

const LINK = 'http://shop.test/reset-password/a-token'
const SETTINGS = { ...DEFAULT_SETTINGS, email: 'hello@shop.example' }
const SHOP = senderOf({ settings: SETTINGS, look: DEFAULT_LOOK }, 'http://shop.test')
const MAIL_FROM = 'orders@shop.example'

/** What a shop with the default log level logs while it sends a reset link and a message without one. */
async function sendBoth(settings: { SMTP_URL?: string; SHOP_URL?: string }) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'boutique-mailer-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
  const lines: string[] = []
  const { log } = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
  const mailer = openMailer(
    { MAIL_FROM, DATA_DIR, SMTP_URL: undefined, SHOP_URL: 'http://localhost:3000', ...settings },
    log,
  )
  await mailer.send('reset-1', resetLinkEmail('ann@shopper.example', LINK, SHOP))
  await mailer.send('password_changed-1', passwordChangedEmail('ann@shopper.example', SHOP))
  mailer.close()
  return { lines, outbox: join(DATA_DIR, 'outbox') }
}

test.for(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])(
  'without a mail server messages of the shop at %s are files, and a reset link is in the log',
  async (SHOP_URL) => {
    const { lines, outbox } = await sendBoth({ SHOP_URL })
    expect((await readdir(outbox)).sort()).toEqual(['password_changed-1.eml', 'reset-1.eml'])
    const { text, headers } = readMessage(await readFile(join(outbox, 'reset-1.eml'), 'utf8'))
    expect([tokenIn(text), headers.to]).toEqual(['a-token', 'ann@shopper.example'])
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, link: LINK, to: 'ann@shopper.example' })
  },
)

test('without a mail server the log of a shop that others reach says so, and holds no link and no address', {
  tags: ['S8'],
}, async () => {
  const { lines, outbox } = await sendBoth({ SHOP_URL: 'https://pots.example' })
  expect(await readdir(outbox)).toHaveLength(2)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    folder: outbox,
    msg: expect.stringContaining('SMTP_URL'),
  })
  expect(lines[0]).not.toMatch(/reset-password|shopper\.example/)
})

test('with a mail server there are no files, and no link is in the log', { tags: ['S8'] }, async () => {
  const { port, received } = await mailServer()
  const { lines, outbox } = await sendBoth({ SMTP_URL: `smtp://localhost:${port}` })
  expect(received.map(({ raw }) => tokenIn(readMessage(raw).text))).toEqual(['a-token', ''])
  expect(lines).toEqual([])
  await expect(readdir(outbox)).rejects.toThrow('ENOENT')
})
