import { z } from 'zod'
import { id, oneLine, timestamp } from '../codecs.ts'
import { Hero, LookPhoto, Mark, Notice } from '../look.ts'
import { DARK_MODES, FONT_PAIRS, HOME_SECTIONS } from '../look-choices.ts'
import { LOOK_FIELDS } from './messages.ts'

const color = z
  .string()
  .toLowerCase()
  .regex(/^#[\da-f]{6}$/, LOOK_FIELDS.color)

/** A path of this shop, with or without a query; never another site. */
const path = oneLine
  .trim()
  .max(200, LOOK_FIELDS.pathTooLong)
  .regex(/^(\/([^/\\\s][^\\\s]*)?)?$/, LOOK_FIELDS.path)

const day = z.iso.date(LOOK_FIELDS.day).nullable()

const text = (most: number) => oneLine.trim().max(most, LOOK_FIELDS.tooLong(most))

/** A photo of the look; the shop knows its size. */
const photo = LookPhoto.extend({ alt: text(300) })

/** The notice with its first and last day in the shop's time zone; null is no limit. */
export const DatedNotice = Notice.extend({ text: text(140), path, from: day, to: day })
  .refine(({ from, to }) => !from || !to || from <= to, { message: LOOK_FIELDS.daysReversed, path: ['to'] })
  .meta({ id: 'DatedNotice' })

const sections = z
  .array(z.enum(HOME_SECTIONS))
  .refine((list) => new Set(list).size === list.length, LOOK_FIELDS.sectionTwice)

const mark = z.discriminatedUnion('kind', [
  Mark.options[0],
  z.object({
    kind: z.literal('monogram'),
    letters: oneLine
      .trim()
      .max(4)
      .regex(/^[\p{L}\p{N}\p{M}&]{0,2}$/u, LOOK_FIELDS.letters),
  }),
  Mark.options[2],
])

/** How the shop looks. */
export const Look = z
  .object({
    accent: color.describe('The color of links and buttons'),
    background: color.describe('The color of the page'),
    darkMode: z.enum(DARK_MODES).describe('Whether pages turn dark for visitors whose device does'),
    fonts: z.enum(FONT_PAIRS),
    mark,
    hero: Hero.extend({
      photo: photo.nullable(),
      title: text(80),
      line: text(240),
      button: z.object({ label: text(30), path }),
    }),
    storyPhoto: photo.nullable(),
    home: sections.describe('The sections of the home page in their order'),
    notice: DatedNotice.nullable(),
  })
  .meta({ id: 'Look' })
export type Look = z.infer<typeof Look>

/** A look that was published. */
const PublishedLook = z.object({ id: z.int(), publishedAt: timestamp }).meta({ id: 'PublishedLook' })

/** The look being edited: the draft, or the published look if there is no draft. */
export const EditedLook = z
  .object({
    look: Look,
    isDraft: z.boolean(),
    version: z.string().describe('Changes with every edit'),
    history: z.array(PublishedLook).describe('Looks of the past, the newest first'),
  })
  .meta({ id: 'EditedLook' })
export type EditedLook = z.infer<typeof EditedLook>

/** An edit of the draft. A `version` that is out of date is refused. */
export const LookUpdate = z.object({ look: Look, version: z.string().max(100) }).meta({ id: 'LookUpdate' })
export type LookUpdate = z.infer<typeof LookUpdate>

/** The version of the draft that is published or discarded. */
export const LookVersion = z.object({ version: z.string().max(100) })

export const UploadedLogo = z.object({ logo: z.string(), width: z.int(), height: z.int() }).meta({ id: 'UploadedLogo' })
export type UploadedLogo = z.infer<typeof UploadedLogo>

export const LookId = z.object({ id: z.coerce.number().int().positive() })
export const LogoId = z.object({ id })
