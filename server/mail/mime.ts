import type { Message } from './messages.ts'

/** The sender's name and address; the id that a message keeps however often it is sent; and when it was written. */
type Envelope = { name: string; from: string; id: string; date: Date }

/** No whitespace, no control character, nothing that has a meaning in a header: such an address cannot add one. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/
const PLAIN = /^[A-Za-z0-9 .!?'-]*$/
const BOUNDARY = '=_two-forms'

/** The message as RFC 5322 text: plain text and HTML, ASCII only. Throws on an address that is none. */
export function compose(message: Message, { name, from, id, date }: Envelope) {
  const domain = address(from).slice(from.lastIndexOf('@') + 1)
  return [
    `From: ${words(name)} <${address(from)}>`,
    `To: <${address(message.to)}>`,
    `Subject: ${words(message.subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id.replaceAll(/[^\w-]/g, '')}@${domain}>`,
    'MIME-Version: 1.0',
    'Auto-Submitted: auto-generated',
    `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`,
    '',
    ...part('text/plain', message.text),
    ...part('text/html', message.html),
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n')
}

function address(text: string) {
  if (!ADDRESS.test(text)) throw new Error('A message has an address that cannot be written to.')
  return text
}

const part = (type: string, text: string) => [
  `--${BOUNDARY}`,
  `Content-Type: ${type}; charset=utf-8`,
  'Content-Transfer-Encoding: quoted-printable',
  '',
  quotedPrintable(text),
]

/** Text for a header (RFC 2047): as it is when it is simple and short, else encoded, in pieces of at most 75 characters. */
export function words(text: string) {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  if (PLAIN.test(line) && line.length <= 60) return line
  const pieces = ['']
  for (const sign of line) {
    const last = pieces.at(-1) ?? ''
    if (Buffer.byteLength(last + sign) > 45) pieces.push(sign)
    else pieces[pieces.length - 1] = last + sign
  }
  return pieces.map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`).join('\r\n ')
}

const MOST_IN_LINE = 75

/** RFC 2045: ASCII lines of at most 76 characters that end in CR LF. */
export const quotedPrintable = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map(quotedLine)
    .join('\r\n')

function quotedLine(line: string) {
  const bytes = [...Buffer.from(line)]
  const lines = ['']
  bytes.forEach((byte, i) => {
    const isPlain = byte > 32 && byte < 127 && byte !== 61
    const isInnerSpace = byte === 32 && i < bytes.length - 1
    const sign = isPlain || isInnerSpace ? String.fromCharCode(byte) : `=${hex(byte)}`
    const last = lines.at(-1) ?? ''
    if (last.length + sign.length > MOST_IN_LINE) lines.push(sign)
    else lines[lines.length - 1] = last + sign
  })
  return lines.join('=\r\n')
}

const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0')
