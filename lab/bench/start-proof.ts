import { readFile } from 'node:fs/promises'
import { START_SETTINGS } from '#scripts/start-shop.ts'
import { prove } from './proofs.ts'

/**
 * Throws unless the process has every setting that `npm start` gives the shop's: variables, flags of V8 and the program. Only Linux says which ones a process has.
 */
export async function proveStart(pid = 0) {
  if (process.platform !== 'linux') return
  const texts = await Promise.all(['environ', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')))
  const givenWords = new Set(texts.flatMap((text) => text.split('\0')))
  const settingCount = START_SETTINGS.filter((setting) => givenWords.has(setting)).length
  const { length: all } = START_SETTINGS
  prove([{ what: `settings of npm start (${START_SETTINGS.join(' ')})`, counted: settingCount, least: all, most: all }])
}
