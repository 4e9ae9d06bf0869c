// What the server says about photos.

export const PHOTOS = {
  unnamed: 'The photo',
  unreadable: 'This photo is damaged, or takes too long to read.',
  tooManyPixels: (megapixels: number) => `A photo can have at most ${megapixels} megapixels.`,
  heicTooLarge: (megapixels: number) =>
    `An HEIC photo can have at most ${megapixels} megapixels. Save it as JPEG and choose that file.`,
  tooLarge: (megabytes: number) => `A photo can have at most ${megabytes} MB.`,
  tooMany: (most: number) => `Send at most ${most} photos at once, and nothing else.`,
  chooseOne: 'Choose at least one photo.',
  incomplete: 'The photos did not arrive completely. Please try again.',
  notMultipart: 'Send photos as multipart/form-data.',
  wrongField: (field: string) => `Send photos in the field ${field}, and nothing else.`,
  of: (file: string, sentence: string) => `${file}: ${sentence}`,
  noSpace: 'There is no space left for photos. Delete some that you no longer need.',
  diskFull: 'The disk of the shop is full, so this photo was not saved.',
  unavailable: 'The photos are not available right now. Please try again.',
} as const
