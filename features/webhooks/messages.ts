// What is wrong with a field of an endpoint.
export const WEBHOOK_FIELDS = {
  enterUrl: 'Enter the address that receives the events.',
  urlTooLong: (most: number) => `Enter an address of at most ${most} characters.`,
  chooseTopic: 'Choose at least one event.',
} as const
