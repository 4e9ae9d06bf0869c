import { html, type Markup } from './markup.ts'

/** The HTML body of a message. It loads nothing from elsewhere: no images, no fonts, no tracking. */
export const htmlEmail = (shopName: string, title: string, content: Markup) =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:0;background:#faf5ec;color:#2b211b;font-family:Georgia,serif;line-height:1.5">
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
<h1 style="font-size:22px;font-weight:normal">${shopName}</h1>
${content}
</div>
</body>
</html>`.text

/**
 * The plain text body, signed by the shop. Control characters become spaces, so that inserted text cannot start a new
 * line.
 */
export const textEmail = (shopName: string, lines: string[]) =>
  [...lines, '', shopName].map((line) => line.replaceAll(/\p{Cc}+/gu, ' ')).join('\n')

/** A link in an HTML body. */
export const emailLink = (href: string, text: string) => html`<a href="${href}" style="color:#8f3a28">${text}</a>`
