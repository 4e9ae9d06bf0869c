import { expect, test } from 'vitest'
import { compose, quotedPrintable, words } from './mime.ts'

const message = { to: 'ann@shopper.example', subject: 'Your order 1001', text: 'Grüße\n', html: '<p>Grüße</p>' }
const envelope = { name: 'Boutique', from: 'orders@shop.example', id: 'receipt-1', date: new Date(0) }

test('a message carries plain text and HTML, and nothing but short ASCII lines', () => {
  const text = compose(message, envelope)
  expect(text).toContain('Subject: Your order 1001\r\n')
  expect(text).toContain('Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n')
  expect(text).toContain('Message-ID: <receipt-1@shop.example>\r\n')
  expect(text).toContain('Gr=C3=BC=C3=9Fe')
  expect(text).toMatch(/^[\x20-\x7e\r\n]+$/)
  expect(text.split('\r\n').every((line) => line.length <= 78 && !line.includes('\n'))).toBe(true)
})

test.each(['ann@shopper.example\r\nBcc: eve@evil.example', 'ann@x.example, eve@evil.example', 'a b@x.example', ''])(
  'nothing is written to the address %j',
  (to) => expect(() => compose({ ...message, to }, envelope)).toThrow('cannot be written to'),
)

test('a line break in a subject adds no header', () => {
  const [headers = ''] = compose({ ...message, subject: 'Hi\r\nBcc: eve@evil.example' }, envelope).split('\r\n\r\n')
  expect(headers).not.toMatch(/^Bcc/im)
  expect(headers).toContain('Subject: =?utf-8?B?')
})

test.each(['Ümläut "quoted" <b>', '🧵'.repeat(60), 'a'.repeat(300), '=?utf-8?B?eA==?='])(
  '%j comes out of a header as it went in',
  (text) => {
    const encoded = words(text)
    const pieces = encoded.split('\r\n ')
    expect(pieces.every((piece) => piece.length <= 75)).toBe(true)
    const read = pieces.map((piece) => Buffer.from(piece.slice(10, -2), 'base64').toString())
    expect(read.join('')).toBe(text)
    expect(read.join('')).not.toContain('\ufffd')
  },
)

test.each([
  ['a = b', 'a =3D b'],
  ['ends in a space ', 'ends in a space=20'],
  ['two\r\nlines\rand\nmore', 'two\r\nlines\r\nand\r\nmore'],
  ['x'.repeat(80), `${'x'.repeat(75)}=\r\n${'x'.repeat(5)}`],
])('%j is quoted as %j', (text, quoted) => expect(quotedPrintable(text)).toBe(quoted))
