/** What is said after the secrets were renewed. */
export const NEW_SECRETS = {
  done: 'The secrets that sign are new. Downloads, links to personal data and mailed codes that were under way have to be requested again. The links in buyers’ messages still work.',
  withLinks:
    'The secrets that sign are new, and the links in messages that were sent no longer work. Buyers without an account get new ones at /find-orders. Whoever waits in a line has to join it again.',
} as const
