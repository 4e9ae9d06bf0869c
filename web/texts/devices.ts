// Texts about the devices on which somebody is signed in.

export const DEVICES = {
  title: 'Your devices',
  hint: 'Lost a phone or used a shared computer? Sign it out here.',
  unknown: 'Unknown device',
  here: 'This device',
  trusted: 'Signed in for 30 days',
  signedIn: (day: string) => `Signed in ${day}`,
  lastUsed: (day: string) => `last used ${day}`,
  signOut: 'Sign out',
  signOutNamed: (device: string, day: string) => `Sign out ${device}, signed in ${day}`,
  question: (device: string) => `Sign out ${device}? It has to sign in again.`,
  signOutOthers: 'Sign out everywhere else',
  warning: 'All other devices and browsers will have to sign in again. This one stays signed in.',
} as const

/** On the sign-in page of the desk. */
export const DESK_SIGN_IN = {
  trust: 'Keep me signed in on this device for 30 days',
  trustHint: 'Only on a device of your own. Money, people and settings still ask for your password.',
} as const
