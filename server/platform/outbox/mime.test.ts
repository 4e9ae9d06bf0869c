import { expect, test } from 'vitest'
import { mailServer } from '#server/testing/mail-server.ts'
import { readMessage } from '#server/testing/messages.ts'
import { figure } from '#server/testing/torture.ts'
import type { Message } from './message.ts'
import { toMailOptions } from './mime.ts'
import { smtpMailer } from './smtp-mailer.ts'

const FROM = 'orders@shop.example'
const ANN = 'ann@shopper.example'
const message = (fields: Partial<Message>): Message => ({
  shopName: 'Zi Boutique',
  to: ANN,
  replyTo: 'hello@shop.example',
  subject: 'Hi',
  text: 'Hi',
  html: '<p>Hi</p>',
  ...fields,
})

const LINE_ENDS = ['\r\n', '\n', '\r', '\u2028', '\0', '\v\r\n ', '\r\n\t']
const PAYLOADS = [
  'Bcc: eve@evil.example',
  'Subject: won!',
  'RCPT TO:<eve@evil.example>',
  '\r\n<script>',
  '.\r\nQUIT',
  'ü=?utf-8?Q?=0D=0ABcc:_eve?=',
]
const ADDRESSES = [
  '%p',
  `${ANN}%e%p`,
  `${ANN}, eve@evil.example`,
  `${ANN};eve@evil.example`,
  `<${ANN}> <eve@evil.example>`,
  'a b@x.example',
  '"a,b"@x.example',
  '',
]

test('nothing put into a subject or a text adds a header or a recipient', { tags: ['X10'] }, async ({ task }) => {
  const { port, received } = await mailServer()
  const { send, close } = smtpMailer(`smtp://localhost:${port}`, FROM)
  const subjects = LINE_ENDS.flatMap((end) => PAYLOADS.map((payload) => `Hi${end}${payload}${end}${end}${payload}`))
  for (const [i, text] of subjects.entries()) await send(`reset-${i}`, message({ subject: text, text, html: text }))
  close()
  expect(received.map(({ to }) => to)).toEqual(subjects.map(() => [ANN]))
  const names = received.map(({ raw }) => Object.keys(readMessage(raw).headers).sort())
  const plain = [
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'reply-to',
    'subject',
    'to',
  ]
  for (const name of names) expect(name).toEqual(plain)
  figure(task, `${subjects.length} texts: 0 headers, 0 recipients more`)
})

test('a shop without an address names none for replies', () => {
  expect(toMailOptions('reset-1', message({ replyTo: '' }), FROM)).not.toHaveProperty('replyTo')
})

test('a message to anything but a single address is refused', { tags: ['X10'] }, async ({ task }) => {
  const attacks = ADDRESSES.flatMap((address) =>
    LINE_ENDS.flatMap((end) => PAYLOADS.map((payload) => address.replace('%e', end).replace('%p', payload))),
  )
  for (const address of attacks)
    for (const wrong of [{ to: address }, ...(address ? [{ replyTo: address }] : [])])
      expect(() => toMailOptions('reset-1', message(wrong), FROM), address).toThrow('cannot be written to')
  figure(task, `${attacks.length} addresses refused`)
})
