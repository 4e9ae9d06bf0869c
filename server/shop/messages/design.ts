// What messages take from the look of the shop. Mail programs load no style sheets and hardly any fonts.
import type { Look } from '#contract/admin/look.ts'
import { type FontPair, isWordmark, logoLocation, monogramOf } from '#contract/look-choices.ts'
import type { Palette } from '#server/shop/look/palette.ts'
import { iconsVersion } from '#server/shop/look/shown-look.ts'
import { darkPalette, shownPalette } from '#server/shop/look/stylesheet.ts'

export type MailColors = Pick<Palette, 'paper' | 'card' | 'ink' | 'muted' | 'line' | 'accent'>

/** What stands before the name: the flower or a logo as a picture, or letters. A wordmark stands for the name. */
export type MailMark =
  | { kind: 'wordmark'; src: string; height: number }
  | { kind: 'picture'; src: string; width: number; height: number; background: string }
  | { kind: 'letters'; letters: string }

export type MailDesign = {
  light: MailColors
  /** Undefined when the shop's own colors are dark. */
  dark: MailColors | undefined
  fonts: { heading: string; body: string }
  mark: MailMark
}

const SANS = "'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Typefaces by pair; a reader who has not installed them sees the one after that is most like it. */
const FONTS: Record<FontPair, MailDesign['fonts']> = {
  warm: {
    heading: "Fraunces, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif",
    body: `Figtree, 'Avenir Next', ${SANS}`,
  },
  classic: {
    heading: "'Playfair Display', Didot, 'Bodoni 72', Georgia, 'Times New Roman', serif",
    body: `'Source Sans 3', 'Source Sans Pro', ${SANS}`,
  },
  gentle: {
    heading: "Lora, 'Iowan Old Style', Constantia, Georgia, serif",
    body: `'Nunito Sans', 'Avenir Next', ${SANS}`,
  },
  elegant: {
    heading: "'Cormorant Garamond', 'EB Garamond', Garamond, 'Hoefler Text', Baskerville, Georgia, serif",
    body: `Mulish, 'Avenir Next', ${SANS}`,
  },
  modern: { heading: `'Bricolage Grotesque', 'Helvetica Neue', ${SANS}`, body: `'Hanken Grotesk', ${SANS}` },
  clear: { heading: `Jost, Futura, 'Century Gothic', 'Avenir Next', ${SANS}`, body: `Karla, ${SANS}` },
}

/** The design of the messages of a shop with that look, name and URL. */
export function mailDesign(look: Look, { name, url }: { name: string; url: string }): MailDesign {
  const light = shownPalette(look)
  return {
    light,
    dark: darkPalette({ ...look, darkMode: 'device' }),
    fonts: FONTS[look.fonts],
    mark: markOf(look, light, { name, url }),
  }
}

/** The side of a mark beside the name, in pixels, and the sides of a logo that is the name. */
export const MARK_SIZE = 44
const WORDMARK_WIDTH = 220

function markOf(look: Look, { paper, accent }: MailColors, { name, url }: { name: string; url: string }): MailMark {
  const { mark } = look
  if (mark.kind === 'monogram') return { kind: 'letters', letters: monogramOf(mark.letters, name) }
  if (mark.kind === 'flower') {
    const src = `${url}/icon-192.png?${iconsVersion(look, name)}`
    return { kind: 'picture', src, width: MARK_SIZE, height: MARK_SIZE, background: accent }
  }
  const src = url + logoLocation(mark.logo)
  const side = (pixels: number, scale: number) => Math.max(1, Math.round(pixels * scale))
  if (isWordmark(mark)) {
    const scale = Math.min(MARK_SIZE / mark.height, WORDMARK_WIDTH / mark.width)
    return { kind: 'wordmark', src, height: side(mark.height, scale) }
  }
  const scale = MARK_SIZE / Math.max(mark.width, mark.height)
  return { kind: 'picture', src, width: side(mark.width, scale), height: side(mark.height, scale), background: paper }
}
