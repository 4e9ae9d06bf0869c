/** The header by which every answer to a signed-in caller tells their present roles. */
export const ROLES_HEADER = 'x-account-roles'

type Roles = { isAdmin: boolean; isPacker: boolean; isApi: boolean; isGuest: boolean }

/** Value of the roles header: `user` or `guest`, with `admin`, `packer` and `api` where they apply. */
export const formatRoles = ({ isAdmin, isPacker, isApi, isGuest }: Roles) =>
  [
    isGuest ? 'guest' : 'user',
    ...(isAdmin ? ['admin'] : []),
    ...(isPacker ? ['packer'] : []),
    ...(isApi ? ['api'] : []),
  ].join(' ')

/** Whether somebody works at the desk: an admin, or a packer. */
export const isStaff = (user: { isAdmin: boolean; isPacker?: boolean | undefined }) =>
  user.isAdmin || user.isPacker === true

/** Parses the roles header; null without one. */
export function parseRoles(text: string | null) {
  if (!text) return null
  const roles = text.split(' ')
  return {
    isAdmin: roles.includes('admin'),
    isPacker: roles.includes('packer') || undefined,
    isAPI: roles.includes('api'),
  }
}
