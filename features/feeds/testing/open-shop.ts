import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { listenForChanges } from '#server/site/listen-for-changes.ts'
import type { PagesOptions } from '#server/site/pages.ts'
import { servePages } from '#server/site/pages.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { runSql } from '#server/testing/cluster.ts'
import { admin, image, product } from '#server/testing/factories.ts'

export const SHOP_URL = 'https://shop.test'

/** A shop whose process caches its pages and hears of changes, with an admin. */
export async function openShop({ mostCached }: Pick<PagesOptions, 'mostCached'> = {}) {
  const shop = await testCheckout({ shopUrl: SHOP_URL })
  const { db, app, url } = shop
  const waiting = new Map<string, () => void>()
  let clear: Awaited<ReturnType<typeof servePages>>['clear'] = () => {}
  const changes = await listenForChanges(url, (change) => {
    clear(change)
    for (const tag of change.tags) waiting.get(tag)?.()
  })
  onTestFinished(() => changes.stop())
  const isFresh = () => changes.listening()
  clear = (await servePages(app, { ...shop.shop, fresh: isFresh, owns: [], ...(mostCached && { mostCached }) })).clear
  const { token } = await admin(db)
  return {
    ...shop,
    token,
    /** The text of a file, read after all notices of earlier changes have arrived. */
    async read(path: string) {
      await new Promise<void>((resolve, reject) => {
        const last = randomUUID()
        waiting.set(`product:${last}`, resolve)
        runSql(url, `select pg_notify('catalog', '{"reviewed": "${last}"}')`).catch(reject)
      })
      return (await app.inject(path)).body
    },
    setAssistants: (assistantsMayRead: boolean) => shop.put('/api/feeds', { assistantsMayRead }, token),
  }
}

/** A product with a photo. */
export async function shownProduct(db: Parameters<typeof product>[0], fields: Parameters<typeof product>[1] = {}) {
  const one = await product(db, fields)
  return { ...one, photo: await image(db, one.id) }
}

/** Texts that would break a file which does not escape them, by what they are. */
export const HOSTILE_TEXTS: [kind: string, text: string][] = [
  ['an end of CDATA', ']]><g:price>0.01 USD</g:price>'],
  ['a script', '<script>alert(1)</script>'],
  ['entities', '&lt;b&gt; &amp;amp; &#0; &nbsp;'],
  ['a quotation mark', '"><img src=x onerror=alert(1)>'],
  ['control characters', 'bell \u0007 and escape \u001b[31m'],
  ['the direction turned', '\u202egnp.exe\u202c'],
  ['no XML characters', 'not \ufffe a \uffff character'],
  ['an emoji of several', 'tea 👩‍👩‍👧‍👦 🍵'],
  ['a document of its own', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>&b;'],
  ['Markdown', '](https://evil.example) `x` # [a](b)\n\n## For programs'],
  ['5,000 characters', `${'x'.repeat(4_998)}👩y`],
]
