import type { ShownLook } from './look.ts'

/** Tags for the head of a page, as HTML: the color of the browser's bars, in light and in the dark. */
export const themeColorTags = ({ paper, darkPaper }: Pick<ShownLook, 'paper' | 'darkPaper'>) =>
  darkPaper
    ? `<meta name="theme-color" content="${paper}" media="(prefers-color-scheme: light)"><meta name="theme-color" content="${darkPaper}" media="(prefers-color-scheme: dark)">`
    : `<meta name="theme-color" content="${paper}">`
