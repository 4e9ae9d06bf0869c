// What the server says about text pages.

export const TEXT_PAGES = {
  tooMany: (most: number) => `A shop can have at most ${most} pages. Delete one that you no longer need.`,
  taken: 'There is already a page for this. Open it in the list.',
  orderChanged: 'The pages were changed in the meantime. Check them and try again.',
  changedMeanwhile:
    'Someone else saved this page in the meantime, so your changes were not saved. Load it again and repeat them.',
  empty: 'Write something before you publish this page.',
  hasGaps: (gaps: string[]) =>
    `Fill in or remove what is in square brackets before you publish this page: ${[...new Set(gaps)].join(', ')}.`,
  deleted: (title: string) => `${title} is deleted.`,
} as const
