import type { MailDesign } from './design.ts'
import { html, type Markup } from './markup.ts'
import type { Sender } from './messages.ts'
import { LAYOUT } from './texts.ts'

/**
 * The HTML body of a message: name and mark of the shop, the content on a card, and who sent it. It loads nothing but
 * pictures of the shop itself: no fonts, no tracking. Colors are inline, and once more for readers who prefer dark.
 */
export const htmlEmail = ({ name, url, design, postalAddress }: Sender, title: string, content: Markup) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
@media (max-width: 480px) { .card { padding: 24px 20px !important } }
${darkStyles(design)}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${design.light.paper};color:${design.light.ink}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${design.light.paper}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left;font-family:${design.fonts.body};font-size:16px;line-height:1.5;overflow-wrap:anywhere">
<tr><td style="padding:0 8px 20px">${heading(name, design)}</td></tr>
<tr><td class="card ink line" style="padding:32px;background:${design.light.card};color:${design.light.ink};border:1px solid ${design.light.line};border-radius:12px">
${content}
</td></tr>
<tr><td class="muted" style="padding:20px 8px 0;font-size:14px;color:${design.light.muted}">${LAYOUT.sentBy} <a class="muted" href="${url}" style="color:${design.light.muted}">${name}</a>${postalAddress && html`<br>${inOneLine(postalAddress)}`}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`.text

/** Logo or monogram, and the name. A logo stands on the shop's own background, for which it was made. */
function heading(name: string, { light, fonts, mark }: MailDesign) {
  const font = `font-family:${fonts.heading};font-size:22px;line-height:1.3;font-weight:600`
  const shownName = html`<h1 class="ink" style="margin:0;${font};color:${light.ink}">${name}</h1>`
  if (!mark) return shownName
  if ('logo' in mark) {
    const { src, height } = mark.logo
    // Without a width, the name has room in its place while pictures are blocked.
    return html`<h1 style="margin:0;${font}"><img src="${src}" alt="${name}" height="${height}" style="display:inline-block;max-width:100%;padding:6px;white-space:nowrap;border-radius:8px;background:${light.paper};color:${light.ink}"></h1>`
  }
  return html`<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td aria-hidden="true" width="44" valign="top"><div class="button" style="width:44px;border-radius:22px;background:${light.accent};color:${light.card};text-align:center;font-family:${fonts.heading};font-size:18px;line-height:44px;font-weight:600">${mark.letters}</div></td>
<td style="padding-left:12px">${shownName}</td>
</tr></table>`
}

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
    rule('.button', `background: ${dark.accent} !important; color: ${dark.card} !important`),
  ]
  return `@media (prefers-color-scheme: dark) { ${rules.join(' ')} }`
}

/**
 * The plain text body, signed by the shop. Control characters become spaces, so that inserted text cannot start a new
 * line.
 */
export const textEmail = ({ name, postalAddress }: Sender, lines: string[]) =>
  [...lines, '', name, ...(postalAddress ? [inOneLine(postalAddress)] : [])]
    .map((line) => line.replaceAll(/\p{Cc}+/gu, ' '))
    .join('\n')

const inOneLine = (address: string) => address.split('\n').join(', ')

/** The paragraphs of words that somebody has typed. */
export const paragraphsOf = (words: string) => words.split(/\r?\n/).filter((line) => line.trim() !== '')

/** A link in an HTML body. */
export const emailLink = ({ design: { light } }: Sender, href: string, text: string) =>
  html`<a class="link" href="${href}" style="color:${light.accent}">${text}</a>`

/** The main link of a message. */
export const emailButton = ({ design: { light } }: Sender, href: string, text: string) =>
  html`<p style="margin:28px 0 0"><a class="button" href="${href}" style="display:inline-block;padding:12px 24px;border-radius:24px;background:${light.accent};color:${light.card};font-weight:600;text-align:center;text-decoration:none">${text}</a></p>`

/** A paragraph in an HTML body. */
export const emailParagraph = (content: Markup | string) => html`<p style="margin:0 0 16px">${content}</p>`
