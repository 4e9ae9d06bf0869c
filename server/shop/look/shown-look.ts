import { createHash } from 'node:crypto'
import type { Look } from '#contract/admin/look.ts'
import type { Notice, ShownLook } from '#contract/look.ts'
import type { ColorScheme } from '#contract/look-choices.ts'
import { darkPalette, schemeStylesheetOf, shownPalette, stylesheetOf } from './stylesheet.ts'

/** What pages take from a look; with a scheme, for visitors of both. */
export const shownLook = (look: Look, name: string, scheme?: ColorScheme): ShownLook => {
  const { fonts, hero, home } = look
  return {
    fonts,
    styles: scheme ? schemeStylesheetOf(look, scheme) : stylesheetOf(look),
    paper: shownPalette(look).paper,
    darkPaper: darkPalette(look)?.paper,
    icons: iconsVersion(look, name),
    hero,
    home,
  }
}

/** What icons are drawn from, as a hash. */
export function iconsVersion({ mark, fonts, accent, background }: Look, name: string) {
  const drawnFrom = [mark, fonts, accent, background, name]
  return createHash('sha256').update(JSON.stringify(drawnFrom)).digest('base64url').slice(0, 8)
}

/** The notice on a day (YYYY-MM-DD) of the shop; null when there is none, or it is too early or too late for it. */
export function noticeOn({ notice }: Look, day: string): Notice | null {
  if (!notice?.text) return null
  const { text, path, from, to } = notice
  return (from && day < from) || (to && day > to) ? null : { text, path }
}
