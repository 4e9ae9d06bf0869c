// Checks that the page where cards are entered is unchanged since the installation (PCI DSS 11.6.1).
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { ORDER_PAGE } from '#contract/documents.ts'
import { operatorError } from '#server/errors.ts'

/** The approved order page: its headers, and the hash of every script by URL path. */
export type ApprovedPage = { headers: Record<string, string>; scripts: Map<string, string> }

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64')

/** The scripts of a build, by URL path. */
export async function builtScripts(client: URL): Promise<Map<string, string>> {
  const names = (await readdir(new URL('assets/', client))).filter((name) => name.endsWith('.js'))
  const hashes = names.map(
    async (name) => [`/assets/${name}`, hashOf(await readFile(new URL(`assets/${name}`, client)))] as const,
  )
  return new Map(await Promise.all(hashes))
}

/**
 * Compares the served order page with the approved one; returns a sentence for each difference. Throws when the shop
 * does not answer.
 */
export async function compareOrderPage(shop: string, { headers, scripts }: ApprovedPage): Promise<string[]> {
  // The page is the same for every order; the browser loads the order.
  const page = await fetchUrl(new URL(`${ORDER_PAGE}inspected`, shop))
  const addresses = scriptsIn(await page.text())
  const changedHeaders = Object.entries(headers)
    .filter(([name, value]) => page.headers.get(name) !== value)
    .map(([name]) => `The header ${name} is ${page.headers.get(name) ?? 'not there'}.`)
  const unknownScripts = addresses
    .filter((address) => !scripts.has(address))
    .map((address) => `A script is not ours: ${address}.`)
  const checksOfScripts = [...scripts].map(async ([address, hash]) => {
    const answer = await fetchUrl(new URL(address, shop))
    const isSame = answer.ok && hashOf(new Uint8Array(await answer.arrayBuffer())) === hash
    return isSame ? [] : [`A script has changed: ${address}.`]
  })
  return [...changedHeaders, ...unknownScripts, ...(await Promise.all(checksOfScripts)).flat()]
}

const fetchUrl = (address: URL) =>
  fetch(address, { redirect: 'error' }).catch((cause: unknown) => {
    throw operatorError('shop_not_answering', `${address.origin} does not answer.`, cause)
  })

/** The URLs of the scripts that a page runs or preloads; `inline` for an inline script. */
function scriptsIn(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>/gi)]
    .filter(([, attributes = '']) => !attributes.includes('type="application/json"'))
    .map(([, attributes = '']) => /\bsrc="([^"]*)"/.exec(attributes)?.[1] ?? 'inline')
  const ahead = [...html.matchAll(/<link\b[^>]*rel="modulepreload"[^>]*href="([^"]*)"/gi)].map(([, href = '']) => href)
  return [...scripts, ...ahead]
}
