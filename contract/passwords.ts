/** How long a password may be, in characters. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

/** Highest number of device marks that a browser stores and sends on sign-in: one per account. */
export const DEVICES_MAX = 5
