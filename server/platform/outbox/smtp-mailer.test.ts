import { sql } from 'drizzle-orm'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { queueAccountMail } from '#server/shop/notifications/queue.ts'
import { discrepancies } from '#server/shop/schema/payments.ts'
import { testApp } from '#server/testing/app.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { readMessage } from '#server/testing/messages.ts'
import type { Message } from './message.ts'
import { outbox } from './schema.ts'
import { smtpMailer } from './smtp-mailer.ts'
import { isSmtpUrl, smtpServerOf } from './smtp-url.ts'

const SECRET = 'a relay/password@with:signs'
const FROM = 'orders@shop.example'
const MESSAGE: Message = {
  shopName: 'Zi Boutique',
  to: 'ann@shopper.example',
  replyTo: 'hello@shop.example',
  subject: 'Grüße',
  text: 'Grüße\n',
  html: '<p>Grüße</p>',
}

const withAccounts: SMTPServerOptions = {
  authOptional: false,
  disabledCommands: [],
  onAuth: ({ username, password }, _session, callback) =>
    username === 'shop' && password === SECRET ? callback(null, { user: username }) : callback(new Error('Unknown.')),
}

function mailer(url: string) {
  const smtp = smtpMailer(url, FROM)
  onTestFinished(() => smtp.close())
  return smtp
}
const account = (password = SECRET) => `shop:${encodeURIComponent(password)}@`

test.for([
  ['without encryption', {}, 'smtp', '', false, undefined],
  ['over STARTTLS where it is offered', { disabledCommands: ['AUTH'] }, 'smtp', '', true, undefined],
  ['over STARTTLS with a password', withAccounts, 'smtp', account(), true, 'shop'],
  ['over TLS with a password', { ...withAccounts, secure: true }, 'smtps', account(), true, 'shop'],
] as const)('a message arrives %s', async ([, options, protocol, credentials, isEncrypted, user]) => {
  const { port, received } = await mailServer({ options: options as SMTPServerOptions })
  await mailer(`${protocol}://${credentials}localhost:${port}`).send('receipt-1', MESSAGE)
  expect(received).toMatchObject([{ to: ['ann@shopper.example'], isEncrypted, user }])
  const { headers, text, html } = readMessage(received[0]?.raw ?? '')
  expect(headers).toMatchObject({
    to: MESSAGE.to,
    from: `Zi Boutique <${FROM}>`,
    'message-id': '<receipt-1@shop.example>',
  })
  expect([text.trim(), html.trim()]).toEqual(['Grüße', '<p>Grüße</p>'])
})

test('several messages share one connection', async () => {
  const { port, received, connections } = await mailServer()
  const { send } = mailer(`smtp://localhost:${port}`)
  for (const key of ['receipt-1', 'receipt-2', 'receipt-3']) await send(key, MESSAGE)
  expect([received.length, connections()]).toEqual([3, 1])
})

test.for([
  ['a wrong password', withAccounts, true, `smtp://${account('wrong')}localhost`, /Invalid login/],
  ['an untrusted certificate', { disabledCommands: ['AUTH'] }, false, 'smtp://localhost', /self.signed/],
  ['a server without TLS', {}, true, 'smtps://localhost', /wrong version|SSL/i],
] as const)('nothing is sent with %s', async ([, options, isTrusted, url, reason]) => {
  const { port, received } = await mailServer({ options: options as SMTPServerOptions, isTrusted })
  const failure = await mailer(`${url}:${port}`)
    .send('receipt-1', MESSAGE)
    .then(
      () => undefined,
      (error: Error) => error,
    )
  expect(failure?.message).toMatch(reason)
  expect(received).toEqual([])
})

test.for([
  ['smtp://mail.example', { host: 'mail.example', secure: false }],
  ['smtps://mail.example:465', { host: 'mail.example', secure: true, port: 465 }],
  ['smtp://[::1]:2525', { host: '::1', secure: false, port: 2525 }],
  ['smtp://a%40b:p%3Aq@mail.example', { auth: { user: 'a@b', pass: 'p:q' }, requireTLS: true }],
  ['smtp://a:b@127.0.0.1', { auth: { user: 'a', pass: 'b' }, requireTLS: false }],
  ['smtp://a:b@127.0.0.1.mail.example', { requireTLS: true }],
] as const)(
  '%s is the address of a server, with encryption required for a password that leaves the machine',
  ([url, server]) => expect(smtpServerOf(url)).toMatchObject(server),
)

test.for(['mail.example', 'http://mail.example', 'smtp://', 'smtp://a:%zz@mail.example', 'smtp://mail.example:99999'])(
  '%s is not the address of a mail server',
  (url) => expect(isSmtpUrl(url)).toBe(false),
)

/** A shop with one queued message, its log, and the mail server that receives the message. */
async function shopWithMessage(serverOptions: Parameters<typeof mailServer>[0], credentials = '') {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const { db, app, shop } = await testApp({}, { logLevel: 'debug', logTo })
  await queueAccountMail(db, 'password_changed', MESSAGE.to)
  const { port, received } = await mailServer(serverOptions)
  const post = { db, mailer: mailer(`smtp://${credentials}localhost:${port}`), shopUrl: shop.shopUrl, log: app.log }
  return {
    db,
    lines,
    received,
    waiting: () => db.$count(outbox),
    /** Sends the due messages. */
    send: () => sendDueMails(post),
    /** Sends the messages that are due within two minutes. */
    async sendLater() {
      await db.update(outbox).set({ nextTryAt: sql`${outbox.nextTryAt} - interval '2 minutes'` })
      await sendDueMails(post)
    },
  }
}

test.for([
  ['refuses the sender', 'sender', 1],
  ['refuses the recipient', 'recipient', 1],
  ['refuses the text', 'text', 1],
  ['refuses the sender for good', 'sender for good', 1],
  ['dies before the text', 'dies before', 1],
  ['dies within the text', 'dies within', 1],
  // The server accepted the message and died before its answer, so the client sends it again.
  ['dies after the text', 'dies after', 2],
] as const)('a message whose server %s stays queued and is sent later', async ([, fault, copies]) => {
  const { received, send, sendLater, waiting, lines } = await shopWithMessage({ faults: [fault] })
  await send()
  expect([received.length, await waiting()]).toEqual([copies - 1, 1])
  expect(lines.filter((line) => line.includes('The shop will try again.'))).toHaveLength(1)
  expect(lines.join()).not.toContain(MESSAGE.to)
  await send()
  expect(received).toHaveLength(copies - 1)
  await sendLater()
  await sendLater()
  expect([received.length, await waiting()]).toEqual([copies, 0])
})

test.for(['recipient for good', 'text for good'] as const)(
  'a message about an account whose %s the server refuses permanently is given up, without its address in the log',
  async (fault) => {
    const { db, received, send, sendLater, waiting, lines } = await shopWithMessage({ faults: [fault] })
    await send()
    expect(lines.filter((line) => line.includes('The shop stops trying.'))).toHaveLength(1)
    expect(lines.join()).toMatch(/The mail server answered 550 5\.7\.1 to (RCPT TO|DATA)\./)
    expect(lines.join()).not.toContain(MESSAGE.to)
    await sendLater()
    expect([received.length, await waiting(), await db.$count(discrepancies)]).toEqual([0, 0, 0])
  },
)

test("the log has the server's refusal of a password, without the password", async () => {
  const { lines, send, waiting } = await shopWithMessage({ options: withAccounts }, account('hunter2-wrong'))
  await send()
  expect(await waiting()).toBe(1)
  const log = lines.join()
  expect(log).toContain('Invalid login')
  const plain = Buffer.from('\0shop\0hunter2-wrong').toString('base64')
  for (const secret of ['hunter2-wrong', plain, Buffer.from('hunter2-wrong').toString('base64')])
    expect(log).not.toContain(secret)
})
