// Texts about passkeys, on the sign-in page of the desk and on the profile.

export const PASSKEYS = {
  signIn: 'Use a passkey',
  title: 'Passkeys',
  hint: 'Sign in with your fingerprint, face or device PIN in the place of your password. Add one on each device, and keep your password: it is the way in without the device.',
  unsupported: 'This browser has no passkeys.',
  name: 'Name of this device',
  nameHint: 'Such as Work phone',
  add: 'Add a passkey',
  enterName: 'Enter a name.',
  added: (name: string) => `The passkey ${name} is added.`,
  none: 'You have no passkey yet.',
  addedOn: (day: string) => `Added ${day}`,
  lastUsed: (day: string) => `last used ${day}`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove the passkey ${name}`,
  question: (name: string) => `Remove the passkey ${name}? It no longer signs you in.`,
  known: 'This device has a passkey of yours already.',
  notMade: 'No passkey was made. Please try again.',
  notRead: 'No passkey was used. Try again, or sign in with your password.',
} as const
