type Screen = { to: string; label: string; words?: string }

/**
 * The screens that each typed word finds by the beginning of a word: first those whose names have all of them, then
 * those that need their other words.
 */
export function foundScreens<S extends Screen>(text: string, screens: readonly S[]): S[] {
  const typed = wordsOf(text)
  if (typed.length === 0) return []
  const isFoundIn = (own: string) => {
    const words = wordsOf(own)
    return typed.every((part) => words.some((word) => word.startsWith(part)))
  }
  const byName = screens.filter(({ label }) => isFoundIn(label))
  const byWords = screens.filter((screen) => !byName.includes(screen) && isFoundIn(`${screen.label} ${screen.words}`))
  return [...byName, ...byWords]
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,-]+/)
    .filter(Boolean)
