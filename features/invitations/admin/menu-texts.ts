// What the list of users and the search call the screen of invitations.
export const INVITE_LINK = { to: '/admin/invitations', label: 'Invite someone' } as const
