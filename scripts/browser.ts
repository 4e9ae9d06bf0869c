import { readFileSync } from 'node:fs'

/** Path of the Chromium to test with: BROWSER_PATH, else the one that prepare.mjs found; undefined before it looked. */
export function knownBrowser() {
  try {
    return process.env.BROWSER_PATH || readFileSync('.cache/browser', 'utf8')
  } catch {
    return undefined
  }
}

/** The same, for programs that start it. Throws when no browser is known. */
export function browserPath() {
  const path = knownBrowser()
  if (!path) throw new Error('No browser has been looked for yet: node scripts/prepare.mjs --browser')
  return path
}

/** How Chromium is started: without a sandbox (CI runs as root) and without calls of its own to the outside. */
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
