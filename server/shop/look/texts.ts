// What the server says about the look of the shop.

export const LOOK = {
  changedMeanwhile:
    'The look was changed in the meantime, by someone else or in another tab. Yours is not saved yet. Load it again: what you changed stays.',
  unreadable: (background: string, nearest: string) =>
    `Text cannot be read on ${background}: neither dark nor light letters stand out. The closest that works is ${nearest}.`,
  photoMissing: 'This photo is not in this shop. Upload it again.',
  logoMissing: 'This logo is not in this shop. Upload it again.',
  notFound: 'This look does not exist any more.',
  nothingToPublish: 'There is no draft to publish.',
  oneLogo: 'Choose one logo.',
} as const
