// Data that features add to public pages. server/app/features.ts fills the list while the program loads.
import type { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'

/** Data with the tags of what it shows. */
export type TaggedValue<Value> = { value: Value; tags: string[] }

/** The added data, by its name. A feature declares its own by `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it.
export interface AddedData {}

/** Data that is the same for everybody. The site caches it until something changes that has one of its tags. */
export type PublicRead<Value> = {
  /** Reads it by its key, such as a slug; the empty one, if there is but one. Throws AppErrors as the API does. */
  read(db: Db, key: string): Promise<TaggedValue<Value>>
  /** The route of the API that answers it, with the key as its `:slug`. */
  answer?: { route: string; schema: z.ZodType<Value> }
}

export type FeatureReads = { [Name in keyof AddedData]?: PublicRead<AddedData[Name]> }

/** Functions by the names of the added data. */
export type AddedReads<Tagged extends boolean = false> = {
  [Name in keyof AddedData]: (
    key?: string,
  ) => Promise<Tagged extends true ? TaggedValue<AddedData[Name]> : AddedData[Name]>
}

export const featureReads: FeatureReads[] = []

/** How all added data is read, by its name. */
export const addedReads = () =>
  featureReads.flatMap((reads) => Object.entries(reads)) as [keyof AddedData, PublicRead<unknown>][]

/** A function for each of the added data, which is made of its name and how it is read. */
export const mapAddedReads = <Reads extends AddedReads<boolean>>(
  make: (name: keyof AddedData, read: PublicRead<unknown>['read']) => (key?: string) => Promise<unknown>,
) => Object.fromEntries(addedReads().map(([name, { read }]) => [name, make(name, read)])) as Reads
