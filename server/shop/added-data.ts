// Data that features add to public pages. app/server/features.ts fills the list while the program loads.
import type { z } from 'zod'
import type { AddedData, AddedReads } from '#contract/rendering.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Data with the tags of what it shows. */
export type TaggedValue<Value> = { value: Value; tags: string[] }

/** Data that is the same for everybody. The site caches it until something changes that has one of its tags. */
export type PublicRead<Value> = {
  /** Reads it by its key, such as a slug; the empty one, if there is but one. Throws AppErrors as the API does. */
  read(db: Db, key: string): Promise<TaggedValue<Value>>
  /** The route of the API that answers it, with the key as its `:slug`. */
  answer?: { route: string; schema: z.ZodType<Value> }
}

export type FeatureReads = { [Name in keyof AddedData]?: PublicRead<AddedData[Name]> }

/** As `AddedReads`, with the tags. */
export type TaggedReads = { [Name in keyof AddedData]: (key?: string) => Promise<TaggedValue<AddedData[Name]>> }

export const featureReads: FeatureReads[] = []

/** How all added data is read, by its name. */
export const addedReads = () =>
  featureReads.flatMap((reads) => Object.entries(reads)) as [keyof AddedData, PublicRead<unknown>][]

/** A function for each of the added data, which is made of its name and how it is read. */
export const mapAddedReads = <Reads extends AddedReads | TaggedReads>(
  make: (name: keyof AddedData, read: PublicRead<unknown>['read']) => (key?: string) => Promise<unknown>,
) => Object.fromEntries(addedReads().map(([name, { read }]) => [name, make(name, read)])) as Reads
