import type { SendMailOptions } from 'nodemailer'
import type { Message } from './message.ts'

/** No whitespace, control characters or header syntax: such an address cannot inject a header. */
const ADDRESS_PATTERN = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/

/** The message as nodemailer takes it, the same on every try. Throws on an invalid address. */
export function toMailOptions(key: string, message: Message, from: string): SendMailOptions {
  const [sender, recipient] = [from, message.to].map(requireAddress) as [string, string]
  return {
    from: { name: message.shopName, address: sender },
    to: { name: '', address: recipient },
    ...(message.replyTo && { replyTo: { name: '', address: requireAddress(message.replyTo) } }),
    envelope: { from: sender, to: [recipient] },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${key}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...(message.endUrl && endHeaders(message.endUrl)) },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058. Each stays on one line, because some signatures do not bear a folded one. */
const endHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
})

function requireAddress(text: string) {
  if (!ADDRESS_PATTERN.test(text)) throw new Error('A message has an address that cannot be written to.')
  return text
}
