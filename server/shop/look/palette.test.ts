import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_COLORS, type LookColors } from '#contract/look-choices.ts'
import { PALETTES } from '#web/texts/admin-look.ts'
import { DEFAULT_DARK, DEFAULT_LIGHT } from './default-palettes.ts'
import { isDarkBackground, nearestBackground, type Palette, paletteOf } from './palette.ts'
import { darkPalette } from './stylesheet.ts'

/** Every pair of colors that the pages use, the text or control first, with the contrast that WCAG 2.2 asks for. */
const PAIRS: [keyof Palette, keyof Palette, number][] = [
  ...(['ink', 'muted', 'accent', 'accent-deep', 'good', 'bad', 'warning'] as const).flatMap((text) =>
    (['paper', 'card', 'sand'] as const).map(
      (background) => [text, background, 4.5] as [keyof Palette, keyof Palette, number],
    ),
  ),
  ['ink', 'line', 4.5],
  ['ink', 'accent-soft', 4.5],
  ['ink', 'blush', 4.5],
  ['muted', 'accent-soft', 4.5],
  ['accent', 'accent-soft', 4.5],
  ['accent-deep', 'accent-soft', 4.5],
  ['accent-deep', 'blush', 4.5],
  ['band-ink', 'band', 4.5],
  ['band-muted', 'band', 4.5],
  ['card', 'ink', 4.5],
  ['card', 'accent', 4.5],
  ['card', 'accent-deep', 4.5],
  ['card', 'good', 4.5],
  ['card', 'bad', 4.5],
  ['card', 'warning', 4.5],
  ['good', 'good-soft', 4.5],
  ['bad', 'bad-soft', 4.5],
  ['warning', 'warning-soft', 4.5],
  ['edge', 'paper', 3],
  ['edge', 'card', 3],
  ['edge', 'sand', 3],
  // The ring of the focus, and the dots and lines of steps.
  ['accent', 'paper', 3],
  ['accent', 'card', 3],
]

/** The luminance of WCAG 2.2, reckoned here again. */
function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const unreadable = (palette: Palette) =>
  PAIRS.filter(([text, background, least]) => contrast(palette[text], palette[background]) < least)

/** The colors for visitors who prefer dark. */
const darkOf = (colors: LookColors) => darkPalette({ ...colors, darkMode: 'device' })

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('any two colors give readable pages, in the light and in the dark, or are refused with a background that does', () => {
  fc.assert(
    fc.property(color, color, (accent, background) => {
      const palette = paletteOf({ accent, background })
      if (palette) {
        expect(palette.paper).toBe(background)
        expect(unreadable(palette)).toEqual([])
        const dark = darkOf({ accent, background })
        expect(dark === undefined).toBe(isDarkBackground(background))
        expect(dark && unreadable(dark)).toEqual(dark && [])
      } else {
        const nearest = paletteOf({ accent, background: nearestBackground({ accent, background }) })
        expect(nearest && unreadable(nearest)).toEqual([])
      }
    }),
    { numRuns: 200 },
  )
})

test.for([
  ['#ffd400', '#ffffff'],
  ['#ffd400', '#101820'],
  ['#000000', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#7b1e45', '#faf6ee'],
  ['#808080', '#f4f4f4'],
] as const)('%s on %s is readable', ([accent, background]) => {
  expect(unreadable(paletteOf({ accent, background }) as Palette)).toEqual([])
})

test.for([
  ['#336699', '#888888'],
  ['#000000', '#7f7f7f'],
] as const)('nothing is readable on %s, %s', ([accent, background]) => {
  expect(paletteOf({ accent, background })).toBeUndefined()
  expect(nearestBackground({ accent, background })).toMatch(/^#[\da-f]{6}$/)
})

test('an accent that is readable stays as the seller chose it', () => {
  expect(paletteOf(DEFAULT_COLORS)?.accent).toBe(DEFAULT_COLORS.accent)
  expect(paletteOf({ accent: '#ffd400', background: '#101820' })?.accent).toBe('#ffd400')
})

test.for(PALETTES)('$name is readable in the light and in the dark', ({ name, ...colors }) => {
  expect(unreadable(paletteOf(colors) as Palette)).toEqual([])
  const dark = darkOf(colors)
  if (name === 'Night') expect(dark).toBeUndefined()
  else expect(dark && unreadable(dark)).toEqual([])
})

test('the default colors are readable in the light and in the dark', () => {
  expect(unreadable(DEFAULT_LIGHT)).toEqual([])
  expect(unreadable(DEFAULT_DARK)).toEqual([])
  expect(darkOf(DEFAULT_COLORS)).toBe(DEFAULT_DARK)
})

test('tokens.css has the default colors, in the light and in the dark', async () => {
  const [light = '', dark = ''] = (
    await readFile(new URL('../../../web/ui/tokens.css', import.meta.url), 'utf8')
  ).split('prefers-color-scheme: dark')
  const colorsIn = (css: string) =>
    Object.fromEntries(Array.from(css.matchAll(/--color-(?!swatch)([a-z-]+): (#[\da-f]{6});/g), ([, ...pair]) => pair))
  expect(colorsIn(light)).toEqual(DEFAULT_LIGHT)
  expect(colorsIn(dark)).toEqual(DEFAULT_DARK)
})

test('in the dark, what is nearer is lighter, and a logo stands on the background it was made for', () => {
  const { accent, background } = PALETTES[1]
  const dark = darkOf({ accent, background }) as Palette
  const [paper = 0, card = 0, sand = 0, line = 0] = [dark.paper, dark.card, dark.sand, dark.line].map(luminance)
  expect(paper < card && card < sand && sand < line).toBe(true)
  expect(dark.plate).toBe(background)
  expect(paletteOf({ accent, background })?.plate).toBe(background)
})
