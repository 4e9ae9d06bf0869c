// What messages take from the look of the shop. Mail programs load no style sheets and hardly any fonts.
import type { Look } from '#contract/admin/look.ts'
import type { Mark } from '#contract/look.ts'
import { type FontPair, logoLocation, monogramOf } from '#contract/look-choices.ts'
import { type Palette, paletteOf } from '../look/palette.ts'
import { isDark, shownPalette } from '../look/stylesheet.ts'

/** The background of the page for readers who prefer dark. */
const DARK_BACKGROUND = '#1a1718'

export type MailColors = Pick<Palette, 'paper' | 'card' | 'ink' | 'muted' | 'line' | 'accent'>

/** What stands before the name: the logo, or letters; undefined when the name stands alone. */
export type MailMark = { logo: { src: string; height: number } } | { letters: string } | undefined

export type MailDesign = {
  light: MailColors
  /** Undefined when the shop's own colors are dark. */
  dark: MailColors | undefined
  fonts: { heading: string; body: string }
  mark: MailMark
}

const SERIF = "Georgia, 'Times New Roman', serif"
const SANS = "'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Typefaces by pair; a reader who has not installed them sees the one after. */
const FONTS: Record<FontPair, MailDesign['fonts']> = {
  warm: { heading: `Fraunces, ${SERIF}`, body: `Figtree, ${SANS}` },
  classic: { heading: `'Playfair Display', ${SERIF}`, body: `'Source Sans 3', ${SANS}` },
  gentle: { heading: `Lora, ${SERIF}`, body: `'Nunito Sans', ${SANS}` },
  elegant: { heading: `'Cormorant Garamond', ${SERIF}`, body: `Mulish, ${SANS}` },
  modern: { heading: `'Bricolage Grotesque', ${SANS}`, body: `'Hanken Grotesk', ${SANS}` },
  clear: { heading: `Jost, ${SANS}`, body: `Karla, ${SANS}` },
}

/** The design of the messages of a shop with that look, name and URL. */
export function mailDesign(look: Look, { name, url }: { name: string; url: string }): MailDesign {
  const light = shownPalette(look)
  return {
    light,
    dark: isDark(light) ? undefined : paletteOf({ accent: look.accent, background: DARK_BACKGROUND }),
    fonts: FONTS[look.fonts],
    mark: markOf(look.mark, name, url),
  }
}

const LOGO_HEIGHT = 44
const LOGO_WIDTH = 220

function markOf(mark: Mark, name: string, url: string): MailMark {
  if (mark.kind === 'flower') return undefined
  if (mark.kind === 'monogram') return { letters: monogramOf(mark.letters, name) }
  const scale = Math.min(LOGO_HEIGHT / mark.height, LOGO_WIDTH / mark.width)
  return {
    logo: {
      src: url + logoLocation(mark.logo),
      height: Math.max(1, Math.round(mark.height * scale)),
    },
  }
}
