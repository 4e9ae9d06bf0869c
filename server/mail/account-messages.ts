// Messages about an account. They say nothing that a stranger could have chosen, such as a name: anybody can have one
// sent to anybody's address.
import { plainLetter, richLetter, richLink } from './letter.ts'
import { html } from './markup.ts'
import type { Message, Sender } from './messages.ts'
import type { KeyCounts } from './outbox.ts'

/** What somebody gets who has forgotten a password. `link` leads to the page where a new one is set. */
export const resetLink = (to: string, link: string, shop: Sender): Message => ({
  ...message(to, shop, `A new password at ${shop.name}`, {
    opening: `Someone (hopefully you) asked for a new password for your account at ${shop.name}.`,
    link: { href: link, text: 'Choose a new password' },
    closing:
      'The link works once, and for 30 minutes. If you did not ask for it, you can ignore this email: your password stays as it is.',
  }),
  link,
})

/** What the owner of an account is told when its password has changed. */
export const passwordChanged = (to: string, shop: Sender, keys: KeyCounts = {}) =>
  message(to, shop, `Your password at ${shop.name} has changed`, {
    opening: `The password of your account at ${shop.name} has just been changed, and everybody else who was signed in with it has been signed out.${wordsOf(keys)}`,
    link: { href: `${shop.url}/forgot-password`, text: 'Set another password' },
    closing: 'If it was you, all is well. If it was not, set another password at once, and reply to this email.',
  })

function wordsOf({ endedKeys = 0, keptKeys = 0 }: KeyCounts) {
  if (endedKeys > 0)
    return endedKeys === 1 ? ' Its API key has ended, too.' : ` Its ${endedKeys} API keys have ended, too.`
  if (keptKeys === 0) return ''
  if (keptKeys === 1) return ' Its API key still works. You can revoke it on your profile.'
  return ` Its ${keptKeys} API keys still work. You can revoke them on your profile.`
}

/** What the owner of an account is told at the old address when it has got another. */
export const addressChanged = (to: string, shop: Sender) =>
  message(to, shop, `Your email address at ${shop.name} has changed`, {
    opening: `Your account at ${shop.name} has just been given another email address. This one does not sign in any more.`,
    link: { href: `${shop.url}/contact`, text: 'Write to us' },
    closing: 'If it was you, all is well. If it was not, reply to this email at once.',
  })

/** What the new address of an account is told. */
export const addressSet = (to: string, shop: Sender) =>
  message(to, shop, `Your email address at ${shop.name}`, {
    opening: `From now on this is the email address of an account at ${shop.name}.`,
    link: { href: `${shop.url}/contact`, text: 'Write to us' },
    closing: 'If you have no account there, somebody gave your address by mistake: please reply to this email.',
  })

/** What the owner of an account is told when somebody wants to open another one with the same address. */
export const addressRegistered = (to: string, shop: Sender) =>
  message(to, shop, `You already have an account at ${shop.name}`, {
    opening: `Someone (hopefully you) tried to open an account at ${shop.name} with this email address. You already have one, so nothing has changed.`,
    link: { href: `${shop.url}/forgot-password`, text: 'Choose a new password' },
    closing: 'If you know your password, just sign in. If it was not you, you can ignore this email.',
  })

type Letter = { opening: string; link: { href: string; text: string }; closing: string }

const message = (
  to: string,
  { name, email }: Sender,
  subject: string,
  { opening, link, closing }: Letter,
): Message => ({
  shopName: name,
  to,
  replyTo: email,
  subject,
  text: plainLetter(name, [opening, '', `${link.text}: ${link.href}`, '', closing]),
  html: richLetter(name, subject, html`<p>${opening}</p>\n<p>${richLink(link.href, link.text)}</p>\n<p>${closing}</p>`),
})
