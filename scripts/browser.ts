import { readFileSync } from 'node:fs'

/** The Chromium to test with: the one of BROWSER_PATH, else the one that prepare.mjs found. Throws when there is none. */
export function browserPath() {
  try {
    return process.env.BROWSER_PATH || readFileSync('.cache/browser', 'utf8')
  } catch (cause) {
    throw new Error('No browser has been looked for yet: node scripts/prepare.mjs --browser', { cause })
  }
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
