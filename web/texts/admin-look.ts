// Texts of the Design screen.
import type { DarkMode, FontPair, HomeSection } from '#contract/look-choices.ts'

export const LOOK = {
  heading: 'Design',
  about: 'Changes are saved as a draft that only you see. Your shop shows them when you publish.',
  edit: 'Edit',
  preview: 'Preview',
  publish: 'Publish',
  published: 'Published. Your shop looks like this now.',
  discard: 'Discard draft',
  discarded: 'The draft is gone. This is what your shop shows.',
  saving: 'Saving …',
  draft: 'Draft saved',
  live: 'As in your shop',
  notSaved: 'Not saved yet',
  waiting: 'Waiting for your photo …',
  load: 'Load again',
} as const

export const LOOK_COLORS = {
  title: 'Colors',
  palettes: 'Palettes',
  accent: 'Buttons and links',
  background: 'Page background',
  pick: (label: string) => `Pick a color: ${label}`,
  about: 'You choose two colors. All others follow from them, so that everything stays readable.',
  darkMode: 'Dark mode',
  darkModes: {
    device: ['Follow the visitor’s device', 'Dark where the device is set to dark, light everywhere else.'],
    off: ['Always light', 'Your page background everywhere.'],
  } satisfies Record<DarkMode, readonly [label: string, about: string]>,
} as const

/** Two colors that go well together. */
export const PALETTES = [
  { name: 'Mulberry', accent: '#7b1e45', background: '#faf6ee' },
  { name: 'Forest', accent: '#2f5d50', background: '#f4f1ea' },
  { name: 'Terracotta', accent: '#8a3b12', background: '#f7efe6' },
  { name: 'Harbor', accent: '#1f4e79', background: '#ffffff' },
  { name: 'Lavender', accent: '#5b4a8a', background: '#f3f0f8' },
  { name: 'Night', accent: '#f2c14e', background: '#16191f' },
] as const

export const LOOK_FONTS = {
  title: 'Typefaces',
  pairs: {
    warm: ['Warm', 'Fraunces and Figtree'],
    classic: ['Classic', 'Playfair Display and Source Sans'],
    gentle: ['Gentle', 'Lora and Nunito Sans'],
    elegant: ['Elegant', 'Cormorant Garamond and Mulish'],
    modern: ['Modern', 'Bricolage Grotesque and Hanken Grotesk'],
    clear: ['Clear', 'Jost and Karla'],
  } satisfies Record<FontPair, readonly [name: string, faces: string]>,
  /** As web/ui/fonts/ calls them. */
  families: {
    warm: ['Fraunces', 'Figtree'],
    classic: ['Playfair Display', 'Source Sans 3'],
    gentle: ['Lora', 'Nunito Sans'],
    elegant: ['Cormorant Garamond', 'Mulish'],
    modern: ['Bricolage Grotesque', 'Hanken Grotesk'],
    clear: ['Jost', 'Karla'],
  } satisfies Record<FontPair, readonly [heading: string, text: string]>,
} as const

export const LOOK_MARK = {
  title: 'Logo',
  kinds: { flower: 'Flower', monogram: 'Monogram', logo: 'Your logo' },
  letters: 'Letters',
  lettersHint: 'One or two. Leave blank for the first letter of the shop’s name.',
  choose: 'Choose a logo',
  another: 'Choose another logo',
  logoHint: 'A PNG with a transparent background works best. A wide logo replaces the name in the header.',
} as const

export const LOOK_HERO = {
  title: 'First view',
  photo: 'Photo',
  headline: 'Headline',
  line: 'Text below it',
  button: 'Button',
  path: 'Where the button leads',
  pathHint: 'A path of this shop, such as /shop.',
} as const

export const LOOK_PHOTO = {
  add: (label: string) => `Add ${label.toLowerCase()}`,
  replace: 'Replace',
  remove: 'Remove',
  alt: 'Description',
  altHint: 'For screen readers and search engines.',
  across: 'Focus from left to right',
  down: 'Focus from top to bottom',
  focusHint: 'Press the part of the photo that must stay in view when it is cropped.',
  uploading: 'Uploading …',
  failed: (file: string, why: string) =>
    `“${file}” was not uploaded. ${why} Choose another photo, or publish without it.`,
} as const

export const LOOK_STORY = {
  title: 'Story photo',
  about: 'Beside your story, and on the contact and sign-in pages.',
} as const

export const LOOK_HOME = {
  title: 'Home page',
  about: 'The sections below the first view. Sections without products are not shown.',
  sections: {
    featured: 'Featured products',
    categories: 'Categories',
    newest: 'Just finished',
    collections: 'Collections',
    story: 'Your story',
  } satisfies Record<HomeSection, string>,
} as const

export const LOOK_NOTICE = {
  title: 'Notice bar',
  about: 'One sentence above every page: a market, a holiday, new products.',
  text: 'Notice',
  path: 'Where it leads',
  pathHint: 'A path of this shop, or blank.',
  from: 'First day',
  to: 'Last day',
  daysHint: 'Leave blank for no limit.',
} as const

export const LOOK_HISTORY = {
  title: 'Earlier looks',
  about: 'The last ten that you published.',
  back: 'Bring back',
  backTo: (day: string) => `Bring back the look of ${day}`,
  confirm: (day: string) => `Your shop will look as it did on ${day}. A draft is discarded.`,
  done: 'Your shop looks as before.',
} as const

export const LOOK_PREVIEW = {
  title: 'Preview of your shop',
  page: 'Page shown',
  pages: { '/': 'Home', '/shop': 'Shop', '/contact': 'Contact', '/login': 'Sign-in' },
  phone: 'Phone',
  desktop: 'Desktop',
  width: 'Width',
  scheme: 'Colors',
  schemes: { light: 'Light', dark: 'Dark' },
} as const
