import { FIND } from '../../../texts/admin.ts'
import { ADMIN_LINKS } from '../links.ts'

const SCREENS = [...ADMIN_LINKS, ...FIND.screens]

/** The admin screens, and parts of the settings, whose name has a word that begins with each typed word. */
export function foundScreens(text: string) {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (typed.length === 0) return []
  return SCREENS.filter(({ label }) => {
    const words = label.toLowerCase().split(/[\s,]+/)
    return typed.every((part) => words.some((word) => word.startsWith(part)))
  })
}
