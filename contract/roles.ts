/** The header by which every answer to a signed-in caller tells their present roles. */
export const ROLES_HEADER = 'x-account-roles'

type Roles = { isAdmin: boolean; isApi: boolean; isGuest: boolean }

/** Value of the roles header: `user` or `guest`, with `admin` and `api` where they apply. */
export const formatRoles = ({ isAdmin, isApi, isGuest }: Roles) =>
  [isGuest ? 'guest' : 'user', ...(isAdmin ? ['admin'] : []), ...(isApi ? ['api'] : [])].join(' ')

/** Parses the roles header; null without one. */
export function parseRoles(text: string | null) {
  if (!text) return null
  const roles = text.split(' ')
  return { isAdmin: roles.includes('admin'), isAPI: roles.includes('api') }
}
