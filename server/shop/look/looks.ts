import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { EditedLook, Look } from '#contract/admin/look.ts'
import type { LookPhoto } from '#contract/look.ts'
import { DEFAULT_COLORS } from '#contract/look-choices.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { versionHash } from '#server/platform/lib/version-hash.ts'
import { storedPhotos } from '#server/shop/photos/stored-photos.ts'
import { logos, looks } from '#server/shop/schema/look.ts'
import { nearestBackground, paletteOf } from './palette.ts'
import { LOOK } from './texts.ts'

/** The lock under which the look is edited. */
export const LOOK_LOCK = 7_272_711

/** How many published looks the shop keeps beside the present one. */
const HISTORY = 10

/** The look of a shop that has published none. */
export const DEFAULT_LOOK: Look = {
  ...DEFAULT_COLORS,
  darkMode: 'device',
  fonts: 'warm',
  mark: { kind: 'monogram', letters: '' },
  hero: {
    photo: null,
    title: 'Made by hand, one small batch at a time',
    line: '',
    button: { label: 'Browse the shop', path: '/shop' },
  },
  storyPhoto: null,
  home: ['featured', 'categories', 'newest', 'collections', 'story'],
  notice: null,
}

const publishedLooks = (db: Db) =>
  db.select().from(looks).where(isNotNull(looks.publishedAt)).orderBy(desc(looks.publishedAt), desc(looks.id))

/** Reads the published look, by a prepared statement. */
export function prepareLook(db: Db): () => Promise<Look> {
  const newestLook = publishedLooks(db).limit(1).prepare('published_look')
  return async () => storedLook((await newestLook.execute())[0])
}

/** A look was stored without the parts that looks did not have by then. */
const storedLook = (row: { look: Look } | undefined): Look => ({ ...DEFAULT_LOOK, ...row?.look })

/** The draft, or the published look if there is none, with the looks that can be restored. */
export async function editedLook(db: Db): Promise<EditedLook> {
  const rows = await db.select().from(looks).orderBy(desc(looks.publishedAt), desc(looks.id))
  const draft = rows.find(({ publishedAt }) => publishedAt === null)
  const [live, ...past] = rows.filter(({ publishedAt }) => publishedAt !== null)
  const look = storedLook(draft ?? live)
  return {
    look,
    isDraft: draft !== undefined,
    version: versionOf(look, draft !== undefined),
    history: past.map(({ id, publishedAt }) => ({ id, publishedAt: (publishedAt as Date).toISOString() })),
  }
}

/**
 * Saves the draft and returns it; the look as it is makes none. The size of a photo is the shop's own. Throws
 * look_changed when `version` is outdated, look_refused for colors on which nothing is readable, and for a photo or logo
 * that the shop does not have.
 */
export function saveDraft(db: Db, look: Look, version: string): Promise<EditedLook> {
  return edit(db, version, async (tx, { look: before }) => {
    requireReadable(look)
    const next = await withOwnPhotos(tx, look, before)
    if (isDeepStrictEqual(next, before)) return
    await removeDraft(tx)
    await tx.insert(looks).values({ look: next })
  })
}

/** Publishes the draft. Throws look_changed when `version` is outdated or there is no draft. */
export function publishDraft(db: Db, version: string): Promise<EditedLook> {
  return edit(db, version, async (tx, { isDraft }) => {
    if (!isDraft) throw new AppError('look_changed', LOOK.nothingToPublish)
    await tx.update(looks).set({ publishedAt: sql`clock_timestamp()` }).where(isNull(looks.publishedAt))
    await removeOldest(tx)
  })
}

/** Publishes a look of the past again, and discards the draft. Throws not_found, and look_changed as above. */
export function restoreLook(db: Db, id: number, version: string): Promise<EditedLook> {
  return edit(db, version, async (tx) => {
    const [past] = await tx
      .select()
      .from(looks)
      .where(and(eq(looks.id, id), isNotNull(looks.publishedAt)))
    if (!past) throw new AppError('not_found', LOOK.notFound)
    await removeDraft(tx)
    await tx.insert(looks).values({ look: past.look, publishedAt: sql`clock_timestamp()` })
    await removeOldest(tx)
  })
}

/** Discards the draft. Throws look_changed when `version` is outdated. */
export const discardDraft = (db: Db, version: string): Promise<EditedLook> => edit(db, version, removeDraft)

const versionOf = (look: Look, isDraft: boolean) => versionHash({ look, isDraft })

/** Edits run one after the other; each refuses a version that another has replaced. */
function edit(db: Db, version: string, change: (tx: Db, before: EditedLook) => Promise<unknown>): Promise<EditedLook> {
  return db.transaction(async (tx) => {
    await holdLock(tx, LOOK_LOCK)
    const before = await editedLook(tx)
    if (version !== before.version) throw new AppError('look_changed', LOOK.changedMeanwhile)
    await change(tx, before)
    return editedLook(tx)
  })
}

const removeDraft = (tx: Db) => tx.delete(looks).where(isNull(looks.publishedAt))

function removeOldest(tx: Db) {
  const keptLooks = publishedLooks(tx)
    .limit(HISTORY + 1)
    .as('kept')
  return tx
    .delete(looks)
    .where(and(isNotNull(looks.publishedAt), sql`${looks.id} not in (select id from ${keptLooks})`))
}

function requireReadable(look: Look) {
  if (paletteOf(look)) return
  const sentence = LOOK.unreadable(look.background, nearestBackground(look))
  throw new AppError('look_refused', sentence, { issues: [{ path: 'look.background', message: sentence }] })
}

/** The look with the sizes of its photos as stored. Photos that it had before may be without a row. */
async function withOwnPhotos(tx: Db, look: Look, before: Look): Promise<Look> {
  const { mark, hero, storyPhoto } = look
  if (mark.kind === 'logo') {
    const [logo] = await tx.select({ id: logos.id }).from(logos).where(eq(logos.id, mark.logo))
    if (!logo) throw new AppError('look_refused', LOOK.logoMissing)
  }
  const photos = [hero.photo, storyPhoto].filter((photo) => photo !== null)
  const had = [before.hero.photo, before.storyPhoto].filter((photo) => photo !== null)
  const storedPhoto = await storedPhotos(tx, photos, had)
  const storedOwn = (photo: LookPhoto | null) => {
    if (!photo) return null
    const photoHere = storedPhoto(photo)
    if (!photoHere) throw new AppError('look_refused', LOOK.photoMissing)
    return photoHere
  }
  return { ...look, hero: { ...hero, photo: storedOwn(hero.photo) }, storyPhoto: storedOwn(storyPhoto) }
}
