// What a command of the owner is: `npm run shop -- <command>`. app/server/cli runs it.
import type { Env } from '#server/env.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { AddedContext } from './added-context.ts'

/** A database, the configuration of its shop, and the dependencies of the features. */
export type ShopDatabase = { db: Database; env: Env; url: string; added: AddedContext }

/** The output of a command; its exit code is 1 unless `isGood`. */
export type Outcome = { text: string; isGood: boolean }

/**
 * A parameter in square brackets can be left out, and one with dashes is an option, which is written as it stands. `place`
 * is that among the other commands: a number, which the next ones leave room around.
 */
type About = { place: number; parameters: string[]; does: string }

/**
 * A command for an existing shop, for a database that may be empty (after `check`), or without a database: with the
 * configuration of a shop, or with the environment alone.
 */
export type Command = About &
  (
    | { needs: 'shop'; run(place: ShopDatabase, ...values: string[]): Promise<Outcome> }
    | {
        needs: 'database'
        check?(...values: string[]): Promise<void>
        run(place: ShopDatabase, ...values: string[]): Promise<Outcome>
      }
    | { needs: 'configuration'; run(env: Env, ...values: string[]): Promise<Outcome> }
    | { needs: 'nothing'; run(environment: NodeJS.ProcessEnv, ...values: string[]): Promise<Outcome> }
  )
