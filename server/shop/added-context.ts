// The dependencies that features declare in `Context`.
import type { Env } from '#server/env.ts'
import type { Context } from '#server/platform/context.ts'

/** What dependencies are made from: the configuration, the URL of the database, the settings file, if there is one, and the process. */
export type Configuration = {
  env: Env
  url: string
  settingsFile: string | undefined
  /** The variables of the process, with those of the settings file. */
  environment: NodeJS.ProcessEnv
  /** Starts the shop anew; undefined where nothing can. */
  restart?: (() => void) | undefined
}

/** The dependencies of all features, without those of the shop. */
export type AddedContext = Omit<
  Context,
  | ('db' | 'shopUrl' | 'photos' | 'photosQuota' | 'rateLimits' | 'robotCheck' | 'ownerEmail')
  | ('gateway' | 'webhook' | 'isPublicDemo' | 'appleDomainFile')
>
