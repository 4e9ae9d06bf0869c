// What a seller can choose from for the look of the shop.

/** Pairs of typefaces that ship with the shop: web/ui/fonts/ has a style sheet of each. */
export const FONT_PAIRS = ['warm', 'classic', 'gentle', 'elegant', 'modern', 'clear'] as const
export type FontPair = (typeof FONT_PAIRS)[number]

/** The source file of the style sheet of a pair. */
export const fontStyles = (pair: FontPair) => `web/ui/fonts/${pair}.css`

/** The sections of the home page below the hero. */
export const HOME_SECTIONS = ['featured', 'categories', 'newest', 'collections', 'story'] as const
export type HomeSection = (typeof HOME_SECTIONS)[number]

/** The two colors that the seller chooses, as six hexadecimal digits; the shop computes all others from them. */
export type LookColors = { accent: string; background: string }

/** Whether pages turn dark for visitors whose device does, or never. */
export const DARK_MODES = ['device', 'off'] as const
export type DarkMode = (typeof DARK_MODES)[number]

export const COLOR_SCHEMES = ['light', 'dark'] as const
export type ColorScheme = (typeof COLOR_SCHEMES)[number]

/** The colors of a new shop. */
export const DEFAULT_COLORS: LookColors = { accent: '#7b1e45', background: '#faf6ee' }

/** The letters of a monogram: those that the seller chose, else the first letter or digit of the name as a capital. */
export const monogramOf = (letters: string, name: string) =>
  letters || (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toLocaleUpperCase('en')

/** A logo this many times wider than high shows the name itself. */
const WORDMARK = 2.2

/** Whether a logo of that size is the shop's name as a picture. */
export const isWordmark = ({ width, height }: { width: number; height: number }) => width > WORDMARK * height

/** URL path of a logo. */
export const logoLocation = (id: string) => `/logos/${id}.png`

/** The flower among the marks: a petal pointing up, its turns in degrees, and the radius of the center. */
export const FLOWER = {
  petal: 'M0-4.6C3.8-7 4-12.6 0-15.4-4-12.6-3.8-7 0-4.6',
  turns: [0, 45, 90, 135, 180, 225, 270, 315],
  center: 2.6,
}
