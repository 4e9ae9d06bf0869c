import { escapeHtml } from '../lib/escape-html.ts'
import { OFFLINE, STANDALONE, TOO_BUSY } from '../texts/pages.ts'

/** Offline page of the service worker: HTML that fetches nothing. */
export const offlinePage = ({ name }: { name: string }) =>
  standalone(
    `${OFFLINE.title} · ${escapeHtml(name)}`,
    `<p class="name">${escapeHtml(name)}</p>
<h1>${OFFLINE.heading}</h1>
<p>${OFFLINE.unreachable}</p>
<ul>
${OFFLINE.saved.map((sentence) => `<li>${sentence}</li>`).join('\n')}
</ul>
<p>${OFFLINE.justPaid}</p>`,
  )

/** Page sent with 429 and 503, without rendering. */
export const tooBusyPage = (sentence: string) =>
  standalone(
    TOO_BUSY.title,
    `<h1>${TOO_BUSY.title}</h1>
<p>${escapeHtml(sentence)} ${TOO_BUSY.cartSaved}</p>`,
  )

const standalone = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#faf6ee">
<title>${title}</title>
<style>${STYLES}</style>
</head>
<body>
<main>
${ZINNIA}
${content}
<a href="">${STANDALONE.tryAgain}</a>
</main>
</body>
</html>
`

/** The colors of web/ui/tokens.css. */
const STYLES = `
*{box-sizing:border-box}
body{margin:0;background:#faf6ee;color:#2a211c;font:1.0625rem/1.65 Figtree,system-ui,sans-serif}
main{display:grid;gap:1.25rem;justify-items:start;align-content:center;min-height:100vh;min-height:100dvh;max-width:36rem;margin:auto;padding:3rem 1.25rem}
svg{width:3.5rem;color:#7b1e45}
h1,.name{font-family:Fraunces,Georgia,serif;font-weight:500;letter-spacing:-.015em;text-wrap:balance}
h1{font-size:clamp(2.125rem,1.7rem + 1.8vw,3.25rem);line-height:1.1}
.name{font-size:1.25rem;color:#7b1e45;overflow-wrap:anywhere}
h1,p,ul{margin:0}
ul{padding-left:1.25rem}
li{padding:.125rem 0}
li::marker{color:#7b1e45}
a{display:inline-grid;place-items:center;min-height:3rem;margin-top:.75rem;padding:0 2rem;border-radius:99px;background:#7b1e45;color:#fffdf9;font-weight:600;text-decoration:none}
a:hover{background:#571430}
a:focus-visible{outline:3px solid #571430;outline-offset:3px}`

const ZINNIA = `<svg viewBox="-16 -16 32 32" fill="currentColor" aria-hidden="true"><path id="p" d="M0-4.6C3.8-7 4-12.6 0-15.4-4-12.6-3.8-7 0-4.6"/>${[45, 90, 135, 180, 225, 270, 315].map((turn) => `<use href="#p" transform="rotate(${turn})"/>`).join('')}<circle r="2.6"/></svg>`
