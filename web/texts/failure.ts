// What every page says when a call fails.

export const FAILURE = {
  title: 'That didn’t work',
  ours: 'Something went wrong on our side.',
  generic: 'Something went wrong. Please try again.',
  unreachable: 'The shop cannot be reached. Check your connection and try again.',
  tryAgain: 'Try again',
}
