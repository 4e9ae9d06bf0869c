/** The header by which every answer to a signed-in caller tells their present roles. */
export const ROLES_HEADER = 'x-account-roles'

/** `user`, with `admin` and `api` where they apply: what the header says. */
export const formatRoles = ({ isAdmin, isApi }: { isAdmin: boolean; isApi: boolean }) =>
  ['user', ...(isAdmin ? ['admin'] : []), ...(isApi ? ['api'] : [])].join(' ')

/** The roles of a header; null when there is none. */
export function parseRoles(text: string | null) {
  if (!text) return null
  const roles = text.split(' ')
  return { isAdmin: roles.includes('admin'), isAPI: roles.includes('api') }
}
