import { readFile } from 'node:fs/promises'
import type { StartingSlug } from '#contract/admin/text-pages.ts'

/** Title and Markdown of a page to begin with. Gaps to fill stand in square brackets. */
export async function startingText(slug: StartingSlug): Promise<{ title: string; body: string }> {
  return pageFile(await readFile(new URL(`starting-texts/${slug}.md`, import.meta.url), 'utf8'))
}

/** Title and body of a file that begins with its title as a heading. */
export function pageFile(text: string) {
  const [, title = '', body = ''] = /^# (.+)\n+([\s\S]*)$/.exec(text) ?? []
  return { title, body }
}
