/** How long a password may be, in characters. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

/** How many device marks a browser keeps and sends along with a sign-in: one for each account that has signed in there. */
export const DEVICES_MAX = 5
