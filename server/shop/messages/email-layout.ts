import { html, Markup } from '#server/platform/outbox/markup.ts'
import { MARK_SIZE, type MailColors, type MailDesign, type MailMark } from './design.ts'
import type { Sender } from './sender.ts'
import { LAYOUT } from './texts.ts'

/** What a message says around its content: its headline on the card, and what a list of messages shows of it. */
export type EmailFrame = { subject: string; headline?: string | undefined; preview: string }

export type Link = { href: string; text: string }

/**
 * The HTML body of a message: mark and name of the shop, the content on a card, and who sent it. It loads nothing but
 * pictures of the shop itself: no fonts, no tracking. Colors are inline, and once more for readers who prefer dark.
 */
export const htmlEmail = (
  { name, url, design, postalAddress, endUrl }: Sender,
  { subject, headline = subject, preview }: EmailFrame,
  content: Markup,
) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (max-width: 480px) { .card { padding: 24px 20px !important } .wide { width: 100% !important } .wide a { padding-left: 12px !important; padding-right: 12px !important } }
${darkStyles(design)}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${design.light.paper};color:${design.light.ink}">
<div style="display:none;max-height:0;overflow:hidden">${preview}${PREVIEW_END}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${design.light.paper}">
<tr><td align="center" style="padding:32px 12px">
${OUTLOOK_WIDTH.open}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:${WIDTH}px;table-layout:fixed;text-align:left;font-family:${design.fonts.body};font-size:16px;line-height:1.5;word-wrap:break-word;overflow-wrap:anywhere">
<tr><td style="padding:0 8px 20px">${heading(name, design)}</td></tr>
<tr><td class="card ink line" style="padding:36px 32px;background:${design.light.card};color:${design.light.ink};border:1px solid ${design.light.line};border-radius:12px">
<h1 style="margin:0 0 16px;font-family:${design.fonts.heading};font-size:26px;line-height:1.25;font-weight:600">${headline}</h1>
${content}
</td></tr>
<tr><td class="muted" style="padding:20px 8px 0;font-size:14px;color:${design.light.muted}">${LAYOUT.sentBy} <a class="muted" href="${url}" style="color:${design.light.muted}">${name}</a>${postalAddress && html`<br>${inOneLine(postalAddress)}`}${endUrl ? html`<br><a class="muted" href="${endUrl}" style="color:${design.light.muted}">${LAYOUT.end}</a>` : ''}</td></tr>
</table>${OUTLOOK_WIDTH.close}
</td></tr>
</table>
</body>
</html>`.text

const WIDTH = 560

/** Outlook for Windows reads no maximum of a width. */
const OUTLOOK_WIDTH = {
  open: new Markup(
    `<!--[if mso]><table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0"><tr><td><![endif]-->`,
  ),
  close: new Markup('<!--[if mso]></td></tr></table><![endif]-->'),
}

/** Invisible, so that a list of messages does not go on with what follows the preview. */
const PREVIEW_END = new Markup('&#847;&zwnj;&nbsp;'.repeat(60))

/** Mark and name, as in the header of the shop. A logo stands on the shop's own background, for which it was made. */
function heading(name: string, { light, fonts, mark }: MailDesign) {
  const font = `font-family:${fonts.heading};font-size:22px;line-height:1.3;font-weight:600`
  const shownName = html`<p class="link" style="margin:0;${font};color:${light.accent}">${name}</p>`
  if (mark.kind === 'wordmark') {
    // Without a width, the name has room in its place while pictures are blocked.
    return html`<p style="margin:0;${font}"><img src="${mark.src}" alt="${name}" height="${mark.height}" style="display:inline-block;max-width:100%;padding:6px;white-space:nowrap;border-radius:8px;background:${light.paper};color:${light.ink}"></p>`
  }
  return html`<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="${MARK_SIZE}" valign="middle">${markCell(mark, light, fonts.heading)}</td>
<td valign="middle" style="padding-left:12px">${shownName}</td>
</tr></table>`
}

const markCell = (mark: Exclude<MailMark, { kind: 'wordmark' }>, light: MailColors, font: string) =>
  mark.kind === 'picture'
    ? html`<img src="${mark.src}" alt="" width="${mark.width}" height="${mark.height}" style="display:block;border-radius:11px;background:${mark.background}">`
    : html`<div aria-hidden="true" class="button" style="width:${MARK_SIZE}px;border-radius:${MARK_SIZE / 2}px;background:${light.accent};color:${light.card};text-align:center;font-family:${font};font-size:18px;line-height:${MARK_SIZE}px;font-weight:600">${mark.letters}</div>`

/** The class of each color, for readers who prefer dark. */
function darkStyles({ dark }: MailDesign) {
  if (!dark) return ''
  const rule = (selector: string, styles: string) => `${selector} { ${styles} }`
  const rules = [
    rule('.page', `background: ${dark.paper} !important`),
    rule('.card', `background: ${dark.card} !important`),
    rule('.ink', `color: ${dark.ink} !important`),
    rule('.muted', `color: ${dark.muted} !important`),
    rule('.line', `border-color: ${dark.line} !important`),
    rule('.link', `color: ${dark.accent} !important`),
    rule('.outline', `border-color: ${dark.accent} !important`),
    rule('.button', `background: ${dark.accent} !important; color: ${dark.card} !important`),
  ]
  return `@media (prefers-color-scheme: dark) { ${rules.join(' ')} }`
}

/**
 * The plain text body, signed by the shop. Control characters become spaces, so that inserted text cannot start a new
 * line.
 */
export const textEmail = ({ name, postalAddress, endUrl }: Sender, lines: string[]) =>
  [
    ...[...lines, '', name],
    ...(postalAddress ? [inOneLine(postalAddress)] : []),
    ...(endUrl ? [`${LAYOUT.end}: ${endUrl}`] : []),
  ]
    .map((line) => line.replaceAll(/\p{Cc}+/gu, ' '))
    .join('\n')

const inOneLine = (address: string) => address.split('\n').join(', ')

/** The paragraphs of words that somebody has typed. */
export const paragraphsOf = (words: string) => words.split(/\r?\n/).filter((line) => line.trim() !== '')

/** A link in an HTML body. */
export const emailLink = ({ design: { light } }: Sender, { href, text }: Link) =>
  html`<a class="link" href="${href}" style="color:${light.accent}">${text}</a>`

/** The main link of a message. The cell has the padding in programs that give links none. */
export const emailButton = ({ design: { light } }: Sender, { href, text }: Link) =>
  html`<table role="presentation" class="wide" cellpadding="0" cellspacing="0" style="margin:20px 0 0"><tr><td class="button" align="center" style="border-radius:25px;background:${light.accent};mso-padding-alt:13px 28px"><a class="button" href="${href}" style="display:block;padding:13px 28px;border-radius:25px;background:${light.accent};color:${light.card};font-weight:600;text-align:center;text-decoration:none">${text}</a></td></tr></table>`

/** A link beside the main one, as large. */
export const secondaryEmailButton = ({ design: { light } }: Sender, { href, text }: Link) =>
  html`<table role="presentation" class="wide" cellpadding="0" cellspacing="0" style="margin:20px 0 0"><tr><td class="outline" align="center" style="border:1px solid ${light.accent};border-radius:25px;mso-padding-alt:12px 27px"><a class="link" href="${href}" style="display:block;padding:12px 27px;color:${light.accent};font-weight:600;text-align:center;text-decoration:none">${text}</a></td></tr></table>`

/** A paragraph in an HTML body. */
export const emailParagraph = (content: Markup | string) => html`<p style="margin:0 0 16px">${content}</p>`

/** A paragraph below the main link, such as what to do when the message went to the wrong person. */
export const emailFootnote = ({ design: { light } }: Sender, content: Markup | string) =>
  html`<p class="muted" style="margin:24px 0 0;font-size:14px;color:${light.muted}">${content}</p>`
