import { z } from 'zod'
import type { FontPair, HomeSection } from './look-choices.ts'
import { Focus } from './products.ts'

/** A photo of the shop's look. `Location` is the URL path of the original, as of a ProductImage. */
export const LookPhoto = z
  .object({
    Location: z.string(),
    alt: z.string(),
    width: z.int(),
    height: z.int(),
    placeholder: z.string(),
    focus: Focus,
  })
  .meta({ id: 'LookPhoto' })
export type LookPhoto = z.infer<typeof LookPhoto>

/** What stands beside the shop's name, and on its icons. */
export const Mark = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('flower') }),
    z.object({ kind: z.literal('monogram'), letters: z.string().describe('Empty: the first letter of the name') }),
    z.object({
      kind: z.literal('logo'),
      logo: z.uuid(),
      width: z.int().min(1).max(640),
      height: z.int().min(1).max(640),
    }),
  ])
  .meta({ id: 'Mark' })
export type Mark = z.infer<typeof Mark>

/** A sentence above every page, with a link. */
export const Notice = z
  .object({ text: z.string(), path: z.string().describe('A path of the shop, or empty') })
  .meta({ id: 'Notice' })
export type Notice = z.infer<typeof Notice>

export const Hero = z
  .object({
    photo: LookPhoto.nullable(),
    title: z.string(),
    line: z.string(),
    button: z.object({ label: z.string(), path: z.string() }),
  })
  .meta({ id: 'Hero' })
export type Hero = z.infer<typeof Hero>

/** What every page takes from the look besides the shop's mark and notice. */
export type ShownLook = {
  fonts: FontPair
  /** Style sheet of the colors; empty for the default ones. */
  styles: string
  /** The color of the page. */
  paper: string
  /** Its color for visitors who prefer dark, if it has another one then. */
  darkPaper: string | undefined
  /** Changes with the icons. */
  icons: string
  hero: Hero
  home: HomeSection[]
}
