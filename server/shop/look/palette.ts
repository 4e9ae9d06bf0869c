// The colors of the shop, computed from the two that the seller chooses. Contrast is that of WCAG 2.2: 4.5 for text
// (1.4.3), 3 for the edges of controls (1.4.11).
// One file; without `/require` it would be 150.
import culori, { type Oklch } from 'culori/require'
import { LRUCache } from 'lru-cache'
import type { LookColors } from '#contract/look-choices.ts'

const { clampChroma, converter, formatHex, wcagContrast } = culori
const oklch = converter('oklch')

/** The colors of web/ui/tokens.css by their names there, as six hexadecimal digits. */
export type Palette = Record<Surface | Text | Follower, string>

/**
 * A surface: how far its lightness lies from the background's towards the text, and its chroma in parts of the
 * background's.
 */
type Shade = { away: number; chroma: number }
/** A surface with a hue of its own; undefined is the accent's. */
type Tint = { away: number; tint: number; hue?: number }

type Surfaces = Record<Surface, Shade | Tint>

const LIGHT_SURFACES = {
  paper: { away: 0, chroma: 1 },
  card: { away: -0.02, chroma: 0.5 },
  sand: { away: 0.04, chroma: 1.9 },
  line: { away: 0.091, chroma: 2.4 },
  'accent-soft': { away: 0.043, tint: 0.02 },
  blush: { away: 0.109, tint: 0.042 },
  'good-soft': { away: 0.04, tint: 0.024, hue: 133 },
  'bad-soft': { away: 0.039, tint: 0.026, hue: 38 },
  'warning-soft': { away: 0.025, tint: 0.042, hue: 86 },
} satisfies Record<string, Shade | Tint>
type Surface = keyof typeof LIGHT_SURFACES

/** In the dark, what is nearer is lighter, and steps are larger: dark tones are hard to tell apart. */
const DARK_SURFACES: Surfaces = {
  paper: { away: 0, chroma: 1 },
  card: { away: 0.04, chroma: 1.1 },
  sand: { away: 0.075, chroma: 1.3 },
  line: { away: 0.14, chroma: 1.5 },
  'accent-soft': { away: 0.09, tint: 0.04 },
  blush: { away: 0.16, tint: 0.07 },
  'good-soft': { away: 0.085, tint: 0.035, hue: 150 },
  'bad-soft': { away: 0.09, tint: 0.055, hue: 28 },
  'warning-soft': { away: 0.09, tint: 0.04, hue: 80 },
}

/** A text or control: where it begins, away from the background, and the contrast that it has on which surfaces. */
type Readable = { away: number; chroma: number; hue?: number; on: Partial<Record<Surface, number>> }

const PAGE = { paper: 4.5, card: 4.5, sand: 4.5 }
const TEXTS = {
  ink: { away: 0.717, chroma: 0.017, on: { paper: 7, card: 7, sand: 7, line: 4.5, 'accent-soft': 4.5, blush: 4.5 } },
  muted: { away: 0.497, chroma: 0.025, on: { ...PAGE, 'accent-soft': 4.5 } },
  edge: { away: 0.381, chroma: 0.035, on: { paper: 3, card: 3, sand: 3 } },
  good: { away: 0.534, chroma: 0.08, hue: 152, on: { ...PAGE, 'good-soft': 4.5 } },
  bad: { away: 0.508, chroma: 0.168, hue: 28, on: { ...PAGE, 'bad-soft': 4.5 } },
  warning: { away: 0.541, chroma: 0.092, hue: 73, on: { ...PAGE, 'warning-soft': 4.5 } },
} satisfies Record<string, Readable>
type Text = keyof typeof TEXTS | 'accent' | 'accent-deep'

/**
 * Colors that follow from others: the footer and notice with their texts, what shadows and veils are made of, and what
 * stands behind a logo.
 */
type Follower = 'band' | 'band-ink' | 'band-muted' | 'shade' | 'plate'

const ACCENT_ON = { ...PAGE, 'accent-soft': 4.5, blush: 4.5 }
/** The hover of the accent. */
const DEEPER = { away: 0.084, chroma: 0.77 }

/** From this lightness on, text is darker than the background; below it, lighter. */
const LIGHT = 0.6
/** The colors in the dark of a shop whose own are light: the background, and the chroma of accents, which glare else. */
const NIGHT = { l: 0.195, c: 0.01, accentChroma: 0.8 }
const STEP = 0.005
/** The chroma up to which a color looks gray. */
const GRAY = 0.004
/** How much chroma a surface has more than the background, at most. */
const MOST_ADDED = 0.02

/** Palettes by their two colors: every message needs those of the shop, and one takes half a millisecond. */
const palettes = new LRUCache<string, { palette: Palette | undefined }>({ max: 100 })

/**
 * All colors of a shop with these two. The accent moves away from the background until its text is readable. Undefined
 * when nothing is readable on a background of this lightness, neither dark nor light.
 */
export function paletteOf(colors: LookColors): Palette | undefined {
  const key = `${colors.accent} ${colors.background}`
  const entry = palettes.get(key) ?? { palette: computePalette(colors) }
  palettes.set(key, entry)
  return entry.palette
}

/** Whether text on this background is lighter than it. */
export const isDarkBackground = (background: string) => toLch(background).l < LIGHT

/** The colors in the dark of a shop whose own background is light: a background near black, of the same hue. */
export function nightPaletteOf({ accent, background }: LookColors): Palette | undefined {
  const page = toLch(background)
  const { l, c, h } = toLch(accent)
  const night = paletteOf({
    accent: hex({ l, c: c * NIGHT.accentChroma, h }),
    background: hex({ l: NIGHT.l, c: Math.min(page.c, NIGHT.c), h: page.h }),
  })
  // Logos are made for the shop's own background.
  return night && { ...night, plate: background }
}

function computePalette(colors: LookColors): Palette | undefined {
  if (!isDarkBackground(colors.background)) return paletteOn(LIGHT_SURFACES, colors)
  // Lighter surfaces leave no room for readable text on a background that is not quite dark.
  return paletteOn(DARK_SURFACES, colors) ?? paletteOn(LIGHT_SURFACES, colors)
}

function paletteOn(shades: Surfaces, { accent, background }: LookColors): Palette | undefined {
  const page = toLch(background)
  const accentColor = toLch(accent)
  const isDark = isDarkBackground(background)
  const shade = (from: number, away: number) => Math.min(1, Math.max(0, from + (isDark ? away : -away)))

  const surfaces = mapValues(shades, (surface: Shade | Tint) => {
    const l = shade(page.l, surface.away)
    if ('chroma' in surface) return hex({ l, c: Math.min(page.c * surface.chroma, page.c + MOST_ADDED), h: page.h })
    const isOwn = surface.hue === undefined
    return hex({ l, c: isOwn ? Math.min(surface.tint, accentColor.c) : surface.tint, h: surface.hue ?? accentColor.h })
  })
  surfaces.paper = background

  const readable = (color: Lch, on: Readable['on']) => {
    const needs = Object.entries(on) as [Surface, number][]
    const lightness = Array.from({ length: 1 / STEP + 1 }, (_, steps) => shade(color.l, steps * STEP))
    return lightness
      .values()
      .map((l) => hex({ ...color, l }))
      .find((candidate) => needs.every(([surface, contrast]) => wcagContrast(candidate, surfaces[surface]) >= contrast))
  }
  const neutral = page.c > GRAY ? page.h : accentColor.h
  const texts = mapValues(TEXTS, ({ away, chroma, hue = neutral, on }: Readable) =>
    readable(
      { l: shade(page.l, away), c: hue === neutral ? Math.min(chroma, page.c + accentColor.c / 4) : chroma, h: hue },
      on,
    ),
  )
  const shownAccent = readable(accentColor, ACCENT_ON)
  if (!shownAccent) return undefined
  const deep = toLch(shownAccent)
  const palette = {
    ...surfaces,
    ...texts,
    accent: shownAccent,
    'accent-deep': hex({ l: shade(deep.l, DEEPER.away), c: deep.c * DEEPER.chroma, h: deep.h }),
  }
  return isWhole(palette) ? { ...palette, ...followers(palette, isDark) } : undefined
}

/** A band is deep in the light; in the dark it is a tinted surface, because its text would be dark on a glaring one. */
const followers = (palette: Record<Surface | Text, string>, isDark: boolean): Record<Follower, string> => ({
  ...(isDark
    ? { band: palette['accent-soft'], 'band-ink': palette.ink, 'band-muted': palette['accent-deep'], shade: '#000000' }
    : { band: palette['accent-deep'], 'band-ink': palette.card, 'band-muted': palette.blush, shade: palette.ink }),
  plate: palette.paper,
})

/** The background of the same hue, nearest in lightness, on which everything is readable, as six hexadecimal digits. */
export function nearestBackground({ accent, background }: LookColors): string {
  const page = toLch(background)
  const lightness = Array.from({ length: 51 }, (_, fiftieths) => fiftieths / 50)
  const nearest = lightness
    .toSorted((a, b) => Math.abs(a - page.l) - Math.abs(b - page.l))
    .map((l) => hex({ ...page, l }))
    .find((candidate) => paletteOf({ accent, background: candidate }))
  return nearest ?? '#ffffff'
}

type Lch = { l: number; c: number; h: number }

/** Colors without a hue, such as white, get the hue 0 and no chroma. */
function toLch(color: string): Lch {
  const { l, c, h = 0 } = oklch(color) as Oklch
  return { l, c, h }
}

const hex = (color: Lch) => formatHex(clampChroma({ mode: 'oklch', ...color }, 'oklch'))

const mapValues = <Key extends string, Value, Made>(record: Record<Key, Value>, make: (value: Value) => Made) =>
  Object.fromEntries(Object.entries<Value>(record).map(([key, value]) => [key, make(value)])) as Record<Key, Made>

const isWhole = (palette: Record<string, string | undefined>): palette is Record<Surface | Text, string> =>
  Object.values(palette).every((color) => color !== undefined)
