import { readFile } from 'node:fs/promises'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { SettingValues } from '#contract/admin/settings.ts'
import type { StartingSlug } from '#contract/admin/text-pages.ts'
import { formatDay } from '#contract/dates.ts'

type ShopFacts = Pick<SettingValues, 'name' | 'email' | 'postalAddress' | 'timeZone'>

/**
 * Title and Markdown of a page to begin with, with what the settings know. Gaps that are left to fill stand in square
 * brackets.
 */
export async function startingText(slug: StartingSlug, facts: ShopFacts): Promise<{ title: string; body: string }> {
  const { title, body } = pageFile(await readFile(new URL(`starting-texts/${slug}.md`, import.meta.url), 'utf8'))
  return { title, body: filledBody(body, facts) }
}

function filledBody(body: string, { name, email, postalAddress, timeZone }: ShopFacts) {
  const lines = postalAddress.split('\n').filter((line) => line.trim() !== '')
  const ownName = name === DEFAULT_SETTINGS.name ? '' : name
  const all = [ownName, ...lines, email]
  const values: [gap: RegExp, value: string][] = [
    [/\[your (?:full )?name or (?:your|the name of your) business(?: name)?\]/gi, ownName],
    [/\[(?:your )?email\]/gi, email],
    [/\[street and city\]/gi, lines.join(', ')],
    [/\[street and number\]/gi, lines.slice(0, -1).join('\n')],
    [/\[postal code, city and country\]/gi, lines.length > 1 ? (lines.at(-1) ?? '') : ''],
    [/\[your name, address and email\]/gi, all.includes('') || lines.length === 0 ? '' : all.join(', ')],
    [/\[date\]/gi, formatDay(new Date(), timeZone)],
  ]
  // A value in brackets would be a gap itself.
  const knownValues = values.filter(([, value]) => value && !/[[\]]/.test(value))
  return knownValues.reduce((text, [gap, value]) => text.replaceAll(gap, () => escapeMarkdown(value)), body)
}

/** The text as Markdown that shows it as it is. */
const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_<>#]/g, '\\$&')

/** Title and body of a file that begins with its title as a heading. */
export function pageFile(text: string) {
  const [, title = '', body = ''] = /^# (.+)\n+([\s\S]*)$/.exec(text) ?? []
  return { title, body }
}
