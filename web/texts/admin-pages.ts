// Texts of the Pages screens.
import type { PageState, StartingSlug } from '#contract/admin/text-pages.ts'
import type { PagePlace } from '#contract/shop-info.ts'

export const PAGES = {
  title: 'Pages',
  about:
    'What shoppers want to read before they buy. Order and place save right away. On wide screens the menu has room for two.',
  list: 'Pages',
  empty: 'No pages yet. Start with About, Shipping and Returns: shoppers look for them before they buy.',
  placeOf: (title: string) => `Where ${title} is linked`,
  edit: (title: string) => `Edit ${title}`,
  deleteOne: (title: string) => `Delete ${title}`,
  view: 'View',
  viewOne: (title: string) => `View ${title} in the shop`,
  gaps: (count: number) => (count === 1 ? '1 gap to fill' : `${count} gaps to fill`),
} as const

export const PAGE_STATES: Record<PageState, string> = {
  draft: 'Draft',
  live: 'Live',
  changed: 'Changed since published',
}

export const PAGE_PLACES: Record<PagePlace, string> = {
  footer: 'In the footer',
  header: 'In menu and footer',
  none: 'Not linked',
}

export const NEW_PAGE = {
  title: 'Add a page',
  about: 'These come with a text to start from. Fill the gaps, make it your own, then publish it.',
  european: 'If you sell to the European Union',
  ownTitle: 'Title of your own page',
  add: 'Add page',
} as const

export const STARTING_TITLES: Record<StartingSlug, string> = {
  about: 'About',
  shipping: 'Shipping',
  returns: 'Returns',
  care: 'Care',
  faq: 'Questions and answers',
  privacy: 'Privacy',
  terms: 'Terms',
  imprint: 'Imprint',
  withdrawal: 'Right of withdrawal',
}

export const PAGE_FORM = {
  title: 'Edit page',
  noun: 'page',
  fields: { title: 'Title', body: 'Text' },
  bodyHint: 'Leave a blank line between paragraphs.',
  questionsHint: 'Each heading becomes a question that opens its answer. Leave a blank line between paragraphs.',
  tools: 'Format',
  tool: { heading: 'Heading', bold: 'Bold', italic: 'Italic', list: 'List', link: 'Link', photo: 'Photo' },
  uploading: (file: string) => `Uploading ${file}…`,
  photoAdded: 'Photo added. Type what it shows between the square brackets, for people who cannot see it.',
  preview: 'Preview',
  nothingYet: 'Your text will show here.',
  address: (path: string) => `Address: ${path}`,
  legal: 'Have it checked; this is not legal advice.',
  gaps: (gaps: string[]) =>
    `${gaps.length === 1 ? 'One gap is' : `${gaps.length} gaps are`} left to fill before you can publish: ${[...new Set(gaps)].join(', ')}`,
  leftOut: (addresses: string[]) =>
    `Left out: ${addresses.join(', ')}. Links begin with https://, mailto:, tel: or, within your shop, with /. Photos are added with the Photo button.`,
  publish: 'Publish',
  publishChanges: 'Publish changes',
  saveDraft: 'Save draft',
  discard: 'Discard changes',
  notSaved: 'Not saved yet',
  unpublish: 'Unpublish',
  unpublishSentence: (title: string) =>
    `Take ${title} off your shop? Its links disappear, and its address leads nowhere. The text stays here as a draft.`,
  delete: 'Delete',
  deleteSentence: (title: string) => `Delete ${title}, with its text? This cannot be undone.`,
  saved: 'Draft saved. Visitors do not see it yet.',
  savedBeside: 'Draft saved. Visitors see the published text until you publish this one.',
  published: 'Published. Visitors see it now.',
  unpublished: 'Taken off your shop. The draft is still here.',
  theirVersion: 'Their text',
} as const
