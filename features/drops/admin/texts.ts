// Texts of the Drops screens.

const count = new Intl.NumberFormat('en-US')

export const DROPS = {
  title: 'Drops',
  about: 'Release products at a set time. Shoppers wait in line, and places are drawn at random, so it’s fair.',
  list: 'Drops',
  empty: 'No drops yet. Plan one, then put products into it.',
  states: { planned: 'Planned', line: 'Live', over: 'Over', canceled: 'Canceled' },
  pieces: (pieces: number) => (pieces === 1 ? '1 product' : `${count.format(pieces)} products`),
  sold: (sold: number) => `${count.format(sold)} sold`,
  saved: (name: string) => `${name} was saved.`,
  plan: 'Plan a drop',
  newName: 'Name',
  starts: 'Starts',
  goods: 'Products',
  state: 'State',
  day: 'Day',
  time: 'Time',
  zone: (timeZone: string) => `The shop’s time: ${timeZone}`,
  add: 'Plan the drop',
} as const

export const DROP_FORM = {
  title: 'Edit drop',
  noun: 'drop',
  nameHint: 'The web address of the drop stays when the name changes.',
  text: 'Text',
  textHint: 'Shown on the page of the drop, above the countdown.',
  minutes: 'Minutes to order and pay',
  minutesHint: 'For each shopper whose turn it is. Then it is the next one’s turn.',
  started: 'The drop has started: end it to sell the rest to anybody.',
  invalidTime: 'Enter a day and a time.',
  invalidMinutes: 'Enter a number of minutes.',
  pieces: 'Products',
  piecesHint: 'Shoppers see these products on the page of the drop, and can buy them once it starts.',
  announced: 'Announce it on the home page',
  announcedHint: 'Leave it off to share the drop by its link alone.',
  noPieces: 'Add a product, or the drop starts sold out.',
  stock: (qty: number) => (qty === 1 ? '1 in stock' : `${count.format(qty)} in stock`),
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name} from the drop`,
  save: 'Save',
  view: 'View the page',
  over: 'This drop is over. Its products are sold like any other.',
  canceled: 'This drop was canceled. Its products are hidden until you put them on sale.',
  cancel: 'Cancel the drop',
  confirmCancel: 'Cancel this drop? Its page will say so, and its products stay hidden.',
  close: 'Close the line',
  confirmClose: 'Close the line? What is left can then be bought by anybody.',
  delete: 'Delete the drop',
  confirmDelete: 'Delete this drop with its page? Its products stay.',
} as const

export const SHARE_DROP = {
  title: 'Share the drop',
  hint: 'Anybody with this link sees the countdown and the products, and joins the line from an hour before the start.',
  share: 'Copy or share the link',
} as const

export const LIVE = {
  title: 'Right now',
  waiting: 'Waiting in line',
  choosing: 'Choosing or about to pay',
  paying: 'Being paid for',
  left: 'Left',
  sold: 'Sold',
  count: (value: number) => count.format(value),
} as const

export const IN_DROP = {
  planned: (name: string, starts: string) =>
    `On sale from ${starts}, with the drop “${name}”. You can edit and save it until then.`,
  line: (name: string) => `On sale in the drop “${name}” now, to shoppers whose turn it is.`,
  open: 'Open the drop',
} as const
