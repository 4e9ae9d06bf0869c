import type { ShownLook } from '#contract/look.ts'
import { DEFAULT_COLORS } from '#contract/look-choices.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { OFFLINE, STANDALONE, TOO_BUSY } from '../texts/pages.ts'

/** Offline page of the service worker: HTML that fetches nothing. */
export const offlinePage = ({ name }: ShopInfo, look: ShownLook) =>
  standalone(
    `${OFFLINE.title} · ${escapeHtml(name)}`,
    `<p class="name">${escapeHtml(name)}</p>
<h1>${OFFLINE.heading}</h1>
<p>${OFFLINE.unreachable}</p>
<ul>
${OFFLINE.saved.map((sentence) => `<li>${sentence}</li>`).join('\n')}
</ul>
<p>${OFFLINE.justPaid}</p>`,
    look,
  )

/** Page sent with 429 and 503, without rendering. */
export const tooBusyPage = (sentence: string) =>
  standalone(
    TOO_BUSY.title,
    `<h1>${TOO_BUSY.title}</h1>
<p>${escapeHtml(sentence)} ${TOO_BUSY.cartSaved}</p>`,
  )

const standalone = (title: string, content: string, look?: ShownLook) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="${look?.paper ?? DEFAULT_COLORS.background}">
<title>${title}</title>
<style>${STYLES}${look?.styles ?? ''}</style>
</head>
<body>
<main>
${content}
<a href="">${STANDALONE.tryAgain}</a>
</main>
</body>
</html>
`

/** The colors of web/ui/tokens.css, which the style sheet of a look replaces. */
const STYLES = `
:root{--color-paper:#faf6ee;--color-ink:#2a211c;--color-accent:#7b1e45;--color-accent-deep:#571430;--color-card:#fffdf9}
*{box-sizing:border-box}
body{margin:0;background:var(--color-paper);color:var(--color-ink);font:1.0625rem/1.65 Figtree,system-ui,sans-serif}
main{display:grid;gap:1.25rem;justify-items:start;align-content:center;min-height:100vh;min-height:100dvh;max-width:36rem;margin:auto;padding:3rem 1.25rem}
h1,.name{font-family:Fraunces,Georgia,serif;font-weight:500;letter-spacing:-.015em;text-wrap:balance}
h1{font-size:clamp(2.125rem,1.7rem + 1.8vw,3.25rem);line-height:1.1}
.name{font-size:1.25rem;color:var(--color-accent);overflow-wrap:anywhere}
h1,p,ul{margin:0}
ul{padding-left:1.25rem}
li{padding:.125rem 0}
li::marker{color:var(--color-accent)}
a{display:inline-grid;place-items:center;min-height:3rem;margin-top:.75rem;padding:0 2rem;border-radius:99px;background:var(--color-accent);color:var(--color-card);font-weight:600;text-decoration:none}
a:hover{background:var(--color-accent-deep)}
a:focus-visible{outline:3px solid var(--color-accent-deep);outline-offset:3px}`
