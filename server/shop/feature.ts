// What a feature is: everything that it adds to the shop, in one object. app/server/features.ts has the list.
import { getTableName, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Call, CallName } from '#contract/calls/define-calls.ts'
import type { Context } from '#server/platform/context.ts'
import type { ApiRoutes } from '#server/platform/http/routing.ts'
import type { Job } from '#server/platform/lib/jobs.ts'
import type { Policy } from '#server/platform/rate-limits/define-policies.ts'
import { type EndSignIns, otherSignIns } from '#server/shop/accounts/other-sign-ins.ts'
import { type PersonHooks, personHooks } from '#server/shop/accounts/person.ts'
import { type Confirmation, confirmations } from './accounts/proven-addresses.ts'
import { type SessionHooks, sessionHooks } from './accounts/sessions.ts'
import type { Configuration } from './added-context.ts'
import { type FeatureReads, featureReads } from './added-data.ts'
import { type AddedPages, addedPages, privatePaths } from './added-pages.ts'
import { type ProductHooks, productHooks } from './catalog/product-hooks.ts'
import { type SearchHooks, searchHooks } from './catalog/search-hooks.ts'
import type { Command } from './command.ts'
import { notBackedUp } from './database/not-backed-up.ts'
import { type DeskHooks, deskHooks } from './desk/desk-hooks.ts'
import { type FooterLinks, footerLinks } from './footer-links.ts'
import { type AddedMessages, addedMessages } from './messages/added-messages.ts'
import { type DiscountHook, discountHooks } from './orders/discount-hooks.ts'
import { type PlacingHooks, placingHooks } from './orders/placing-hooks.ts'
import { usedPhotos } from './photos/used-photos.ts'
import { plainPages, type ServePlainPages } from './plain-pages.ts'
import { type PublicFile, publicFiles } from './public-files.ts'
import { addedNotices, type NoticeTags } from './public-tags.ts'
import { addedPolicies } from './rate-limits/policies.ts'
import { type RefusedRobots, refusedRobots } from './refused-robots.ts'
import { secretAfter, secretUrls } from './secrets/secret-urls.ts'
import { visitorSecrets } from './secrets/secrets.ts'
import { type SettingSwitches, settingSwitches } from './settings/switches.ts'
import { type TextPageHooks, textPageHooks } from './text-pages/text-page-hooks.ts'
import { type CachedReports, cachedReports } from './totals/cached-reports.ts'

/** The dependencies of a job. */
export type JobContext = Context & { log: FastifyBaseLogger; dataDir: string }

/** A kind of request that the shop sends to other programs. */
export type Webhook = { summary: string; body: z.ZodType }

export type Feature<Name extends CallName = CallName, Added extends Partial<Context> = Partial<Context>> = {
  /** The name of its folder. */
  name: string
  /** The dependencies that it declares in `Context`. */
  context?(configuration: Configuration): Added
  /** Who may make which of its calls. */
  calls: Record<Name, Call>
  /** The sections of the API documentation that are its own, by the second segment of their paths. */
  sections?: Record<string, string>
  /** What it posts to other programs, by topic: a sentence and the schema of the body, for the API documentation. */
  webhooks?: Record<string, Webhook>
  /** Its routes, by `routesOf`. */
  routes?: ApiRoutes[]
  /** Its rate limits. */
  policies?: Record<string, Policy>
  /** Adds hooks for all routes, before there are any. */
  observe?(app: FastifyInstance, context: Context): void
  /** Its background work, which one process does for all. Undefined when it is not configured. */
  jobs?: ((shop: JobContext) => Job | undefined)[]
  /** Fields that the feature adds to products. */
  products?: ProductHooks
  /** What the feature adds to the search of shoppers. */
  search?: SearchHooks
  /** Steps that the feature adds to placing and paying an order. */
  placing?: PlacingHooks
  /** Discounts of its own, which need no code. */
  discounts?: DiscountHook
  /** Its pages in the sitemap. */
  pages?: AddedPages
  /** The beginnings of its paths that robots shall not read. */
  privatePaths?: string[]
  /** The beginnings of its paths that end in a secret, such as `/drops/:slug/line/`: logs and other sites do not get it. */
  secretPaths?: string[]
  /** What the seller switches on and off of it. Its admin screens say where these are among the settings. */
  switches?: SettingSwitches
  /** Its links in the footer. */
  footerLinks?: FooterLinks
  /** Data that it adds to public pages. */
  reads?: FeatureReads
  /** Its public files, such as a feed. */
  files?: PublicFile[]
  /** The robots that it keeps out. */
  robots?: RefusedRobots
  /** What it does with text pages. */
  textPages?: TextPageHooks
  /** What its triggers tell of, so that cached pages are removed. */
  notices?: NoticeTags
  /** Its pages for browsers without JavaScript. */
  plainPages?: ServePlainPages
  /** The messages that it sends. */
  messages?: AddedMessages[]
  /** SQL: the ids of the photos that it shows, which the cleanup keeps. */
  usedPhotos?: SQL
  /** What the feature holds about people, for each of its tables. */
  people?: PersonHooks
  /** The names of its secrets that sign what visitors hold for a while: they are renewed only with the links in messages. */
  visitorSecrets?: string[]
  /** Those of its tables that a backup leaves out: what belongs to one database, or is written again by itself. */
  notBackedUp?: PgTable[]
  /** Ends its ways to sign in as these users, when their account is recovered or gets another address. */
  endSignIns?: EndSignIns
  /** What it does with sessions. */
  sessions?: SessionHooks
  /** Tasks, search results, checks and notices that the feature adds to the seller's desk. */
  desk?: DeskHooks
  /** What the owner can do on the command line, by the words for it. */
  commands?: Record<string, Command>
  /** Its reports whose totals are cached. */
  cachedReports?: CachedReports
  /** What it lets the owner of an address confirm. */
  confirmation?: Confirmation
}

/** A feature, whose type knows the names of its calls and its dependencies. */
export const defineFeature = <Name extends CallName, Added extends Partial<Context> = Pick<Context, never>>(
  feature: Feature<Name, Added>,
) => feature

/** Fills the lists of the shop with what these features declare, in this order. */
export function installFeatures(features: readonly Feature[]) {
  fill(productHooks, features, ({ products }) => products)
  fill(searchHooks, features, ({ search }) => search)
  fill(placingHooks, features, ({ placing }) => placing)
  fill(discountHooks, features, ({ discounts }) => discounts)
  fill(addedPages, features, ({ pages }) => pages)
  fill(privatePaths, features, ({ privatePaths: paths }) => paths)
  fill(secretUrls, features, ({ secretPaths }) => secretPaths?.map(secretAfter))
  fill(settingSwitches, features, ({ switches }) => switches)
  fill(footerLinks, features, ({ footerLinks: linksOf }) => linksOf)
  fill(featureReads, features, ({ reads }) => reads)
  fill(publicFiles, features, ({ files }) => files)
  fill(refusedRobots, features, ({ robots }) => robots)
  fill(textPageHooks, features, ({ textPages }) => textPages)
  fill(addedNotices, features, ({ notices }) => notices)
  fill(plainPages, features, ({ plainPages: serve }) => serve)
  fill(addedPolicies, features, ({ policies = {} }) => Object.values(policies))
  fill(addedMessages, features, ({ messages }) => messages)
  fill(usedPhotos, features, ({ usedPhotos: used }) => used)
  fill(personHooks, features, ({ people }) => people)
  fill(notBackedUp, features, ({ notBackedUp: tables }) => tables?.map(getTableName))
  fill(visitorSecrets, features, ({ visitorSecrets: names }) => names)
  fill(sessionHooks, features, ({ sessions }) => sessions)
  fill(otherSignIns, features, ({ endSignIns }) => endSignIns)
  fill(deskHooks, features, ({ desk }) => desk)
  fill(cachedReports, features, ({ cachedReports: reports }) => reports)
  fill(confirmations, features, ({ confirmation }) => confirmation)
}

function fill<Item>(
  list: Item[],
  features: readonly Feature[],
  declaredBy: (feature: Feature) => Item | Item[] | undefined,
) {
  list.splice(0, list.length, ...features.flatMap((feature) => declaredBy(feature) ?? []))
}
