import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import type { UserPage, UserQuery } from '#contract/users.ts'
import type { Db } from '../db/client.ts'
import { containing } from '../db/containing.ts'
import { pagingOf } from '../db/pages.ts'
import { users } from '../db/schema.ts'
import { toDetails } from './users.ts'

// As the indexes have it: without `nulls last` PostgreSQL would sort instead of walking along them.
const ORDER: Record<UserQuery['sort'], SQL> = {
  name: sql`lower(${users.name}), ${users.id}`,
  '-name': sql`lower(${users.name}) desc, ${users.id} desc`,
  email: sql`lower(${users.email})`,
  '-email': sql`lower(${users.email}) desc`,
  joined: sql`${users.createdAt} nulls first, ${users.id} desc`,
  '-joined': sql`${users.createdAt} desc nulls last, ${users.id}`,
}

/** A page of the accounts whose name or address contains the keyword. Throws not_found for a page past the end. */
export async function usersPage(db: Db, { keyword, pageNumber, sort }: UserQuery): Promise<UserPage> {
  const found = keyword ? containing(sql`lower(${users.name} || ' ' || ${users.email})`, keyword) : undefined
  const where = and(isNull(users.deletedAt), found)
  const [total, rows] = await Promise.all([
    db.$count(users, where),
    db
      .select()
      .from(users)
      .where(where)
      .orderBy(ORDER[sort])
      .limit(ADMIN_PAGE_SIZE)
      .offset((pageNumber - 1) * ADMIN_PAGE_SIZE),
  ])
  return { users: rows.map(toDetails), ...pagingOf(pageNumber, total, ADMIN_PAGE_SIZE) }
}
