/** What the seller switches on and off. A feature adds its own by `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it.
export interface Switches {}
export type SwitchName = keyof Switches
