import type { SendMailOptions } from 'nodemailer'
import type { Message } from './messages.ts'

/** No whitespace, control characters or header syntax: such an address cannot inject a header. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/

/** The message as nodemailer takes it, the same on every try. Throws on an invalid address. */
export function toMailOptions(key: string, message: Message, from: string): SendMailOptions {
  const [sender, recipient, replyTo] = [from, message.to, message.replyTo].map(requireAddress) as Addresses
  return {
    from: { name: message.shopName, address: sender },
    to: { name: '', address: recipient },
    replyTo: { name: '', address: replyTo },
    envelope: { from: sender, to: [recipient] },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${key}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

type Addresses = [sender: string, recipient: string, replyTo: string]

function requireAddress(text: string) {
  if (!ADDRESS.test(text)) throw new Error('A message has an address that cannot be written to.')
  return text
}
