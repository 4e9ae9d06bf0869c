import { html, type Markup } from './markup.ts'

/** A message of that shop in HTML. It asks no other place for anything: no pictures, no fonts, no tracking. */
export const richLetter = (shopName: string, title: string, content: Markup) =>
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

/** A message in plain text, signed by the shop. No line of it can be made two by what was put into it. */
export const plainLetter = (shopName: string, lines: string[]) =>
  [...lines, '', shopName].map((line) => line.replaceAll(/\p{Cc}+/gu, ' ')).join('\n')

/** A link as it looks in messages. */
export const richLink = (href: string, text: string) => html`<a href="${href}" style="color:#8f3a28">${text}</a>`
