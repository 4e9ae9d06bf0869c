// The HTML document around a rendered page.
import { DEFERRED_SCRIPTS_LOADER } from '#contract/deferred-scripts.ts'
import type { ShownLook } from '#contract/look.ts'
import { SHOP_MANIFEST } from '#contract/manifests.ts'
import type { Assets } from '#contract/rendering.ts'
import { themeColorTags } from '#contract/theme-color.ts'
import { ON_DEMAND } from '#web/lib/document.ts'

export type DocumentParts = {
  /** Tags for the head, as HTML. */
  head: string
  body: string
  /** What is shown beside the page until its script removes it, as HTML. */
  notice?: string
  /** Data for the page's script. */
  state: unknown
  /** schema.org description of the page. */
  about: object | null
  scripts: ReturnType<Assets['scripts']>
  /** Files that `preloadIslands` (web/lib/document.ts) preloads when the page needs them. */
  onDemand?: string[]
  /** Whether the scripts wait until the page has been painted. */
  defersScripts: boolean
  assets: Assets
  look: ShownLook
  /** The path of the web manifest, unless it is the shop's. */
  manifest?: string | undefined
}

/** Preloads a font of the first view, so that the text appears in its own letters. */
const fontTag = (href: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`

/** Icons, color and manifest of the installed shop, or of its desk. The icons have new URLs after they have changed. */
const installedTags = (look: ShownLook, manifest: string) => [
  `<link rel="manifest" href="${manifest}">`,
  themeColorTags(look),
  `<link rel="icon" href="/favicon.svg?${look.icons}" type="image/svg+xml">`,
  `<link rel="apple-touch-icon" href="/icon-192.png?${look.icons}">`,
]

/** The whole document as HTML. */
export function htmlDocument(parts: DocumentParts) {
  const { head, body, state, about, scripts, onDemand = [], defersScripts, assets, look, notice = '' } = parts
  const { manifest = SHOP_MANIFEST } = parts
  const scriptHtml = scriptTags(scripts)
  const tags = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    head,
    ...assets.fonts(look.fonts).map(fontTag),
    assets.styles(look.fonts, look.styles),
    defersScripts ? '' : scriptHtml,
    ...installedTags(look, manifest),
    about ? dataBlock('application/ld+json', about) : '',
  ]
  const worker = assets.worker ? ` data-worker="${assets.worker}"` : ''
  const deferredScripts = defersScripts
    ? `<template id="scripts">${scriptHtml}</template><script>${DEFERRED_SCRIPTS_LOADER}</script>`
    : ''
  const later = onDemand.length > 0 ? `<template id="${ON_DEMAND}">${preloads(onDemand)}</template>` : ''
  const root = `<html lang="en" data-owns="${assets.owns.join(' ')}" data-shop="${assets.shopUrl}"${worker}>`
  return `<!doctype html>${root}<head>${tags.join('')}</head><body><div id="root">${body}</div>${notice}${dataBlock('application/json', state, 'id="state"')}${later}${deferredScripts}</body></html>`
}

/** The page is readable before its scripts run: fonts and photos come first. */
const LATER = 'crossorigin fetchpriority="low"'

/** The tags that load a page's script and preload the files it needs. */
const scriptTags = ({ entry, preload }: ReturnType<Assets['scripts']>) =>
  `${preloads(preload)}<script type="module" ${LATER} src="${entry}"></script>`

const preloads = (files: string[]) => files.map((href) => `<link rel="modulepreload" ${LATER} href="${href}">`).join('')

/** Data within a page, escaped so that no text of a product can end it. */
const dataBlock = (type: string, data: unknown, attribute = '') =>
  `<script type="${type}" ${attribute}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
