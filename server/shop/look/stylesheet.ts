import type { Look } from '#contract/admin/look.ts'
import { type ColorScheme, DEFAULT_COLORS, type LookColors } from '#contract/look-choices.ts'
import { DEFAULT_DARK, DEFAULT_LIGHT } from './default-palettes.ts'
import { isDarkBackground, nightPaletteOf, type Palette, paletteOf } from './palette.ts'

/** What decides about the colors of pages. */
export type PageColors = Pick<Look, 'accent' | 'background' | 'darkMode'>

/** The palette of the shop; the default one when nothing is readable on its background. */
export const shownPalette = (colors: LookColors): Palette =>
  isDefault(colors) ? DEFAULT_LIGHT : (paletteOf(colors) ?? DEFAULT_LIGHT)

/** The colors for visitors who prefer dark; undefined when the shop's own are dark, or it is always light. */
export function darkPalette(colors: PageColors): Palette | undefined {
  if (colors.darkMode === 'off' || isDark(shownPalette(colors))) return undefined
  return isDefault(colors) || !paletteOf(colors) ? DEFAULT_DARK : nightPaletteOf(colors)
}

/**
 * The style sheet that gives the colors of web/ui/tokens.css their values for this shop; empty for the default colors,
 * whose values stand there.
 */
export const stylesheetOf = (colors: PageColors): string =>
  isDefault(colors) && colors.darkMode === 'device' ? '' : wholeStylesheetOf(colors)

/** The same with the values of the default colors, too. Paper stays light: dark colors are for screens. */
export function wholeStylesheetOf(colors: PageColors): string {
  const own = shownPalette(colors)
  if (isDark(own)) return onScreens('', rule('dark', own))
  const dark = darkPalette(colors)
  if (!dark) return rule('only light', own)
  return rule('light', own) + onScreens(' and (prefers-color-scheme:dark)', rule('dark', dark))
}

/** The style sheet of one scheme, for visitors of both. */
export function schemeStylesheetOf(colors: PageColors, scheme: ColorScheme): string {
  const dark = scheme === 'dark' ? darkPalette(colors) : undefined
  return dark ? rule('dark', dark) : wholeStylesheetOf({ ...colors, darkMode: 'off' })
}

const isDefault = ({ accent, background }: LookColors) =>
  accent === DEFAULT_COLORS.accent && background === DEFAULT_COLORS.background

function rule(scheme: 'dark' | 'light' | 'only light', palette: Palette) {
  const values = Object.entries(palette).map(([name, value]) => `--color-${name}:${value}`)
  const fade = `--fade:${isDark(palette) ? '42%' : '60%'}`
  return `:root{${[`color-scheme:${scheme}`, ...values, fade].join(';')}}`
}

const onScreens = (condition: string, rules: string) => `@media screen${condition}{${rules}}`

/** Whether text is lighter than its background. */
export const isDark = ({ paper }: Pick<Palette, 'paper'>) => isDarkBackground(paper)
