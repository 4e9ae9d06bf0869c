import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { queueMails } from '#server/platform/outbox/outbox.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { smtpMailer } from '#server/platform/outbox/smtp-mailer.ts'
import { addedMessages, defineMessages, type EmailTopic } from '#server/shop/messages/added-messages.ts'
import { notice } from '#server/shop/messages/notice.ts'
import { addressHash, optIn } from '#server/shop/messages/optional-emails.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testApp } from '#server/testing/app.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { readMessage } from '#server/testing/messages.ts'
import { servePages } from './pages.ts'

const ANN = 'Ann@shopper.example'
const SHOP_URL = 'https://shop.test'

/** A shop with an optional message, its mail server, and what was told of ended emails. */
async function openShop(options: Parameters<typeof testApp>[0] = {}) {
  const shop = await testApp({ shopUrl: SHOP_URL, ...options })
  const { db, app } = shop
  await saveSettings(db, { name: 'Rosas Pots', postalAddress: '1 Kiln Road\nMadison' })
  await servePages(app, { ...shop.shop, fresh: () => true, owns: [] })
  const told: string[] = []
  const topic: EmailTopic = {
    name: 'glaze_tips',
    ends: 'You will get no more tips on glazes.',
    ended: async (_, hash) => void told.push(hash),
  }
  const messages = defineMessages({
    ...{ kinds: ['glaze_tip'], payload: z.object({ email: z.string() }), audience: 'address', topic },
    compose: async (_, { payload }, sender) =>
      notice(sender, { to: payload.email, subject: 'A tip', paragraphs: ['Fire it twice.'], links: [] }),
  })
  addedMessages.push(messages)
  onTestFinished(() => void addedMessages.splice(addedMessages.indexOf(messages), 1))
  const { port, received } = await mailServer()
  const mailer = smtpMailer(`smtp://localhost:${port}`, 'orders@shop.example')
  onTestFinished(() => mailer.close())
  let sent = 0
  const send = async (email: string) => {
    await queueMails(db, [{ kind: 'glaze_tip', dedupeKey: `glaze_tip-${++sent}`, payload: { email } }])
    const before = received.length
    await sendDueMails({ db, mailer, shopUrl: SHOP_URL, log: app.log })
    return received.slice(before).map(({ raw }) => ({ ...readMessage(raw), raw }))
  }
  return { ...shop, topic, told, send }
}

/** The URL of the header of a message. */
const endUrlIn = (raw: string) => /^List-Unsubscribe: <([^>\r\n]+)>\r?$/m.exec(raw)?.[1] ?? ''

const oneClick = (url: string, contentType = 'application/x-www-form-urlencoded') => ({
  ...{ method: 'POST' as const, url: url.slice(SHOP_URL.length), payload: 'List-Unsubscribe=One-Click' },
  headers: { 'content-type': contentType },
})

test('an optional email names the page that ends it, in one line of its header and at its foot', async () => {
  const { send } = await openShop()
  const [message] = await send(ANN)
  const url = endUrlIn(message?.raw ?? '')
  expect(url).toMatch(/^https:\/\/shop\.test\/emails\/end\?link=glaze_tips\./)
  expect(message?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  expect(message?.text).toContain(`1 Kiln Road, Madison\nStop these emails: ${url}`)
  expect(message?.html).toContain(`href="${url}"`)
})

test('opening the page ends nothing; one press ends the emails to that address alone, in any case', async () => {
  const { app, db, topic, told, send } = await openShop()
  const url = endUrlIn((await send(ANN))[0]?.raw ?? '')
  const opened = await app.inject(url.slice(SHOP_URL.length))
  expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(opened.body).toContain('<form method="post"><button>Stop these emails</button></form>')
  expect(await send(ANN)).toHaveLength(1)

  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const { statusCode, body } = await app.inject(oneClick(url, type))
    expect([statusCode, body]).toEqual([200, expect.stringContaining('You will get no more tips on glazes.')])
  }
  expect(told).toEqual(Array(2).fill(await addressHash(db, ANN.toLowerCase())))
  expect(await send(ANN.toUpperCase())).toEqual([])
  expect(await send('bea@shopper.example')).toHaveLength(1)
  const [unsent] = await db.select().from(outbox).where(eq(outbox.dedupeKey, 'glaze_tip-3'))
  expect(unsent?.unsentAt).not.toBeNull()

  await optIn(db, topic, ANN)
  expect(await send(ANN)).toHaveLength(1)
})

test('a link that was changed ends nothing', async () => {
  const { app, db, told, send } = await openShop()
  const url = endUrlIn((await send(ANN))[0]?.raw ?? '')
  const [path, link] = url.slice(SHOP_URL.length).split('=') as [string, string]
  const [topic, , signature] = link.split('.')
  const forged = ['', 'x', link.slice(0, -1), `${link}x`, `other.${link.slice(link.indexOf('.') + 1)}`]
  forged.push(`${topic}.${await addressHash(db, 'bea@shopper.example')}.${signature}`, `<script>${link}`)
  for (const text of forged) {
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode, body } = await app.inject({ method, url: `${path}=${encodeURIComponent(text)}` })
      expect([text, statusCode, body.includes('<script')]).toEqual([text, 404, false])
    }
  }
  expect(told).toEqual([])
})

test('somebody who tries links gets a page that says when to try again', async () => {
  const { app } = await openShop({ rateLimits: true })
  const answers = []
  for (let tries = 0; tries <= 20; tries++) answers.push(await app.inject('/emails/end?link=forged'))
  expect(answers.slice(0, 20).every(({ statusCode }) => statusCode === 404)).toBe(true)
  expect(answers.at(-1)).toMatchObject({
    statusCode: 429,
    headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': expect.any(String) },
  })
})
