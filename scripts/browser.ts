import { readFileSync } from 'node:fs'

/**
 * The path of the Chromium for tests: BROWSER_PATH, or else the one that prepare.mjs found; undefined before it ran.
 */
export function knownBrowser() {
  try {
    return process.env.BROWSER_PATH || readFileSync('.cache/browser', 'utf8')
  } catch {
    return undefined
  }
}

/** As `browserPath`. Throws when no browser is known. */
export function browserPath() {
  const path = knownBrowser()
  if (!path) throw new Error('No browser has been looked for yet: node scripts/prepare.mjs --browser')
  return path
}

/** Chromium without a sandbox (CI runs as root) and without its own network calls. */
export const BROWSER_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
