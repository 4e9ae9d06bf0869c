// Users as admins list and edit them; contract/users.ts has the schemas of every browser.
import { z } from 'zod'
import { id } from '../codecs.ts'
import { keyword, pageNumber, paging } from '../lists.ts'
import { Registration, UserDetails } from '../users.ts'

/** How admins look through the accounts. */
export const UserQuery = z.object({
  keyword,
  pageNumber,
  sort: z.enum(['name', '-name', 'email', '-email', 'joined', '-joined']).default('-joined'),
})
export type UserQuery = z.infer<typeof UserQuery>

/** An account as a row of the list. `ordersToShip` counts its orders that are paid and neither shipped nor refunded. */
export const UserRow = UserDetails.extend({ ordersToShip: z.int() }).meta({ id: 'UserRow' })
export type UserRow = z.infer<typeof UserRow>

export const UserPage = z.object({ users: z.array(UserRow), ...paging }).meta({ id: 'UserPage' })
export type UserPage = z.infer<typeof UserPage>

/** Whose account. In lower case, as the database answers it. */
export const UserId = z.object({ id: id.toLowerCase() })

/** An edit of a user; omitted fields stay the same. `_id` is ignored: the URL names the user. */
export const UserUpdate = Registration.pick({ name: true, email: true })
  .extend({ _id: z.string(), isAdmin: z.boolean(), isAPI: z.boolean(), isPacker: z.boolean() })
  .partial()
export type UserUpdate = z.infer<typeof UserUpdate>
