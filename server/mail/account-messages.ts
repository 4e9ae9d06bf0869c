// Messages about an account. They say nothing that a stranger could have chosen, such as a name: anybody can have one
// sent to anybody's address.
import { SHOP } from '#contract/shop.ts'
import { plainLetter, richLetter, richLink } from './letter.ts'
import { html } from './markup.ts'
import type { Message } from './messages.ts'

/** What somebody gets who has forgotten a password. `link` leads to the page where a new one is set. */
export const resetLink = (to: string, link: string): Message => ({
  ...message(to, `A new password at ${SHOP.name}`, {
    opening: `Somebody, we hope you, asked for a new password for your account at ${SHOP.name}.`,
    link: { href: link, text: 'Choose a new password' },
    closing:
      'The link works once, and for 30 minutes. If you did not ask for it, leave it alone: your password stays as it is.',
  }),
  link,
})

/** What the owner of an account is told when its password has changed. */
export const passwordChanged = (to: string, shopUrl: string) =>
  message(to, `Your password at ${SHOP.name} has changed`, {
    opening: `The password of your account at ${SHOP.name} has just been changed, and everybody else who was signed in with it has been signed out.`,
    link: { href: `${shopUrl}/forgot-password`, text: 'Set another password' },
    closing: 'If it was you, all is well. If it was not, set another password at once, and write to us.',
  })

/** What the owner of an account is told at the old address when it has got another. */
export const addressChanged = (to: string, shopUrl: string) =>
  message(to, `Your email address at ${SHOP.name} has changed`, {
    opening: `Your account at ${SHOP.name} has just been given another email address. This one does not sign in any more.`,
    link: { href: `${shopUrl}/contact`, text: 'Write to us' },
    closing: 'If it was you, all is well. If it was not, write to us at once.',
  })

/** What the new address of an account is told. */
export const addressSet = (to: string, shopUrl: string) =>
  message(to, `Your email address at ${SHOP.name}`, {
    opening: `From now on this is the email address of an account at ${SHOP.name}.`,
    link: { href: `${shopUrl}/contact`, text: 'Write to us' },
    closing: 'If you have no account with us, somebody gave your address by mistake: please write to us.',
  })

type Letter = { opening: string; link: { href: string; text: string }; closing: string }

const message = (to: string, subject: string, { opening, link, closing }: Letter): Message => ({
  to,
  subject,
  text: plainLetter([opening, '', `${link.text}: ${link.href}`, '', closing]),
  html: richLetter(subject, html`<p>${opening}</p>\n<p>${richLink(link.href, link.text)}</p>\n<p>${closing}</p>`),
})
