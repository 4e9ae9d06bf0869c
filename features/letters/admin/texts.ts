// Texts of the screens on which sellers write letters.
import { counted } from '#web/texts/admin.ts'

const readers = (count: number) => counted(count, 'subscriber')

export const LETTERS = {
  title: 'Letters',
  about: 'Write to those who asked to hear from you. Each has confirmed the address, and can stop in one press.',
  add: 'Write a letter',
  list: 'Your letters',
  empty: 'You have written no letter yet.',
  subject: 'Subject',
  state: 'State',
  day: 'Day',
  readers: 'Sent to',
  states: { draft: 'Draft', sending: 'Sending', sent: 'Sent' },
  nobody: '–',
  off: 'Shoppers cannot ask for letters yet.',
  turnOn: 'Let them, in your settings',
  noAddress: 'Every letter names your postal address, because the law wants it.',
  addAddress: 'Enter it in your settings',
  whoGets: (count: number) => `${readers(count)} ${count === 1 ? 'gets' : 'get'} your letters`,
  whoEnded: (count: number) => `${count.toLocaleString('en-US')} stopped them`,
  export: 'Download subscribers',
  exportEnded: 'Download those who stopped',
}

export const LETTER_FORM = {
  newTitle: 'New letter',
  title: 'Letter',
  noun: 'letter',
  fields: { subject: 'Subject', body: 'Text' },
  bodyHint: 'Leave a blank line between paragraphs.',
  products: 'Add products',
  productsAbout: 'Each stands in the letter with its photo, its price and a button.',
  save: 'Save draft',
  saved: 'Draft saved.',
  notSaved: 'Not saved yet',
  discard: 'Discard changes',
  test: 'Send a test to me',
  send: (count: number) => `Send to ${readers(count)}`,
  sendSentence: (subject: string, count: number) =>
    `Send “${subject}” to ${readers(count)}? It is on its way at once, and a letter that was sent cannot be changed.`,
  sendNow: 'Send the letter',
  nobody: 'Nobody gets letters yet. You can send one to yourself, and save it for later.',
  delete: 'Delete letter',
  deleteSentence: (subject: string) => `Delete “${subject}”? This cannot be undone.`,
}

export const PREVIEW = {
  title: 'Preview',
  width: 'Width',
  phone: 'Phone',
  desk: 'Computer',
  leftOut: (addresses: string[]) =>
    `Left out: ${addresses.join(', ')}. Links begin with https://, mailto:, tel: or, within your shop, with /. Photos are added with the Photo button.`,
}

export const SENT_LETTER = {
  sending: (sent: number) => `On its way: ${counted(sent, 'email')} sent so far. You can close this page.`,
  sent: (sent: number, day: string) => `Sent to ${readers(sent)} on ${day}.`,
  unsent: (count: number) =>
    `${counted(count, 'email')} could not be delivered, or ${count === 1 ? 'its reader' : 'their readers'} had stopped letters meanwhile.`,
  stop: 'Stop sending',
  stopSentence: 'Send it to nobody else? Those who have it keep it, and nobody else gets it later.',
}
