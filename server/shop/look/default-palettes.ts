import { DEFAULT_COLORS } from '#contract/look-choices.ts'
import type { Palette } from './palette.ts'

/** The colors of a new shop, as web/ui/tokens.css has them: chosen by eye, and not computed. */
export const DEFAULT_LIGHT: Palette = {
  paper: DEFAULT_COLORS.background,
  card: '#fffdf9',
  sand: '#f1e8da',
  line: '#e2d7c5',
  edge: '#8c7b68',
  ink: '#2a211c',
  muted: '#675a4e',
  accent: DEFAULT_COLORS.accent,
  'accent-deep': '#571430',
  'accent-soft': '#f5e3e4',
  blush: '#edc9c4',
  good: '#2c5f3c',
  'good-soft': '#e3eddd',
  bad: '#a3201a',
  'bad-soft': '#fae4dd',
  warning: '#6f4700',
  'warning-soft': '#fbedcf',
  band: '#571430',
  'band-ink': '#fffdf9',
  'band-muted': '#edc9c4',
  shade: '#2a211c',
  plate: DEFAULT_COLORS.background,
}

/** Its colors in the dark. */
export const DEFAULT_DARK: Palette = {
  paper: '#1a1512',
  card: '#241e1b',
  sand: '#2d2622',
  line: '#3f3631',
  edge: '#8c7668',
  ink: '#eee1da',
  muted: '#b3a196',
  accent: '#dc8fa8',
  'accent-deep': '#edb0c3',
  'accent-soft': '#3c232b',
  blush: '#5a2c3c',
  good: '#83b890',
  'good-soft': '#1d2f21',
  bad: '#f0857a',
  'bad-soft': '#43201c',
  warning: '#cfa268',
  'warning-soft': '#362913',
  band: '#3d1a28',
  'band-ink': '#f5e9e4',
  'band-muted': '#e6bcc4',
  shade: '#000000',
  plate: DEFAULT_COLORS.background,
}
