/** The tables of features that a backup leaves out. app/server/features.ts fills the list while the program loads. */
export const notBackedUp: string[] = []
