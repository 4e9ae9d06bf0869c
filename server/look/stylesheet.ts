import { DEFAULT_COLORS, type LookColors } from '#contract/look-choices.ts'
import { type Palette, paletteOf } from './palette.ts'

/** The palette of the shop; that of the default colors when nothing is readable on its background. */
export const shownPalette = (colors: LookColors): Palette => paletteOf(colors) ?? (paletteOf(DEFAULT_COLORS) as Palette)

/**
 * The style sheet that gives the colors of web/ui/tokens.css their values for this shop; empty for the default colors,
 * whose values stand there.
 */
export function stylesheetOf({ accent, background }: LookColors): string {
  if (accent === DEFAULT_COLORS.accent && background === DEFAULT_COLORS.background) return ''
  const palette = shownPalette({ accent, background })
  const values = Object.entries(palette).map(([name, value]) => `--color-${name}:${value}`)
  return `:root{color-scheme:${isDark(palette) ? 'dark' : 'light'};${values.join(';')}}`
}

/** Whether text is lighter than its background. */
export const isDark = ({ paper, ink }: Pick<Palette, 'paper' | 'ink'>) => brightness(paper) < brightness(ink)

/** The sum of red, green and blue. */
const brightness = (color: string) =>
  [1, 3, 5].reduce((sum, start) => sum + Number.parseInt(color.slice(start, start + 2), 16), 0)
