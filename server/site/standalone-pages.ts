import type { ShownLook } from '#contract/look.ts'
import { DEFAULT_COLORS } from '#contract/look-choices.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { themeColorTags } from '#contract/theme-color.ts'
import { escapeHtml } from '#server/platform/lib/escape-html.ts'
import { darkPalette, shownPalette, wholeStylesheetOf } from '#server/shop/look/stylesheet.ts'
import { OFFLINE, STANDALONE, TOO_BUSY } from './texts.ts'

/** A style sheet of typefaces, and the URLs of its files. */
type Fonts = { styles: string; files: string[] }

/** Offline page of the service worker, as HTML. It needs the files of its typefaces, which the worker caches with it. */
export const offlinePage = ({ name }: ShopInfo, look: ShownLook, fonts: Fonts) =>
  standalone(
    `${OFFLINE.title} · ${escapeHtml(name)}`,
    `<p class="name">${escapeHtml(name)}</p>
<h1>${OFFLINE.heading}</h1>
<p>${OFFLINE.unreachable}</p>
<ul>
${OFFLINE.saved.map((sentence) => `<li>${sentence}</li>`).join('\n')}
</ul>
<p>${OFFLINE.justPaid}</p>
${AGAIN}`,
    { ...look, fonts },
  )

/** Page sent with 429 and 503, without rendering. It fetches nothing. */
export const tooBusyPage = (sentence: string) =>
  standalone(
    TOO_BUSY.title,
    `<h1>${TOO_BUSY.title}</h1>
<p>${escapeHtml(sentence)} ${TOO_BUSY.cartSaved}</p>
${AGAIN}`,
  )

/** A page with one sentence, and one button: a link to `href`, or without it the form that sends the page's own URL. */
export const actionPage = ({ name }: ShopInfo, look: Omit<StandaloneLook, 'fonts'>, page: Action) =>
  standalone(
    `${escapeHtml(page.title)} · ${escapeHtml(name)}`,
    `<p class="name">${escapeHtml(name)}</p>
<h1>${escapeHtml(page.title)}</h1>
<p>${escapeHtml(page.sentence)}</p>
${page.href ? `<a href="${escapeHtml(page.href)}">${page.button}</a>` : `<form method="post"><button>${page.button}</button></form>`}`,
    { ...look, fonts: PLAIN.fonts },
  )

type Action = { title: string; sentence: string; button: string; href?: string }

const AGAIN = `<a href="">${STANDALONE.tryAgain}</a>`

type StandaloneLook = Pick<ShownLook, 'styles' | 'paper' | 'darkPaper'> & { fonts: Fonts }

const DEFAULT_LOOK = { ...DEFAULT_COLORS, darkMode: 'device' } as const
const PLAIN: StandaloneLook = {
  styles: '',
  paper: shownPalette(DEFAULT_LOOK).paper,
  darkPaper: darkPalette(DEFAULT_LOOK)?.paper,
  fonts: { styles: '', files: [] },
}

const standalone = (title: string, content: string, look = PLAIN) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${themeColorTags(look)}
<title>${title}</title>
${look.fonts.files.map(fontTag).join('\n')}
<style>${STYLES}${look.fonts.styles}${look.styles}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`

const fontTag = (href: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`

/** Colors and typefaces, which the style sheets of a look replace. */
const STYLES = `
${wholeStylesheetOf(DEFAULT_LOOK)}
:root{--font-sans:system-ui,sans-serif;--font-serif:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",Charter,Georgia,serif}
*{box-sizing:border-box}
body{margin:0;background:var(--color-paper);color:var(--color-ink);font:1.0625rem/1.65 var(--font-sans)}
main{display:grid;gap:1.25rem;justify-items:start;align-content:center;min-height:100vh;min-height:100dvh;max-width:36rem;margin:auto;padding:3rem 1.25rem}
h1,.name{font-family:var(--font-serif);font-weight:500;letter-spacing:-.015em;text-wrap:balance}
h1{font-size:clamp(2.125rem,1.7rem + 1.8vw,3.25rem);line-height:1.1}
.name{font-size:1.25rem;color:var(--color-accent);overflow-wrap:anywhere}
h1,p,ul{margin:0}
ul{padding-left:1.25rem}
li{padding:.125rem 0}
li::marker{color:var(--color-accent)}
a,button{display:inline-grid;place-items:center;min-height:3rem;margin-top:.75rem;padding:0 2rem;border-radius:99px;background:var(--color-accent);color:var(--color-card);border:0;font:600 1.0625rem/1.65 var(--font-sans);cursor:pointer;text-decoration:none}
:is(a,button):hover{background:var(--color-accent-deep)}
:is(a,button):focus-visible{outline:3px solid var(--color-accent-deep);outline-offset:3px}`
