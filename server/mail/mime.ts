import type { SendMailOptions } from 'nodemailer'
import type { Message } from './messages.ts'

/** No whitespace, no control character, nothing that has a meaning in a header: such an address cannot add one. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/

/** The message for nodemailer to build, the same however often it is sent. Throws on an address that is none. */
export function toMail(key: string, message: Message, from: string): SendMailOptions {
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
