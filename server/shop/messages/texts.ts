// The subjects and sentences of all messages, one object per message, in reading order. Messages about accounts hold
// nothing that a stranger could have chosen, such as a name, because anybody can cause them.
import type { Voiced } from '#contract/voice.ts'

/** The first sentence of every message about a demo order. */
export const DEMO = {
  subject: (subject: string) => `Demo: ${subject}`,
  notice: 'This email comes from a demo: no money moved, and nothing will be shipped.',
} as const

/** Sentences about an order in messages to buyers and to the seller. */
export const ORDER = {
  heading: (number: number) => `Order ${number}`,
  items: 'Items',
  shipping: 'Shipping',
  wrap: 'Gift wrap',
  giftNote: 'Gift note:',
  tax: 'Tax',
  includedTax: 'Included tax',
  discount: 'Discount',
  total: 'Total',
  refunded: 'Refunded',
  seeOrder: 'See your order',
  shippingTo: 'Shipping to:',
} as const

export const LAYOUT = { sentBy: 'Sent by', end: 'Stop these emails' } as const

/** The page that ends the emails of a topic. */
export const OPT_OUT = {
  title: 'Stop these emails?',
  button: 'Stop these emails',
  doneTitle: 'Done',
  shop: 'Back to the shop',
  unknownTitle: 'This link is not complete',
  unknownLink: 'Open the link at the foot of the email once more, or copy all of it.',
} as const

const goodNews = (buyer: string) => (buyer ? `Good news, ${buyer}:` : 'Good news:')

export const RECEIPT = {
  subject: (number: number, shop: string) => `Your order ${number} at ${shop}`,
  greeting: (buyer: string) => (buyer ? `Thank you, ${buyer}!` : 'Thank you for your order!'),
  whatNext: {
    I: (day: string | null) =>
      `I’ll pack your pieces with care${day ? `, ship them by ${day}` : ''} and email you when they are on their way.`,
    we: (day: string | null) =>
      `We’ll pack your pieces with care${day ? `, ship them by ${day}` : ''} and email you when they are on their way.`,
  },
  toCollect: {
    I: (day: string | null) =>
      `I’ll ${day ? `have your pieces ready by ${day} and ` : ''}email you when you can collect them.`,
    we: (day: string | null) =>
      `We’ll ${day ? `have your pieces ready by ${day} and ` : ''}email you when you can collect them.`,
  },
  paid: {
    card: 'Payment received.',
    cash: 'Paid in cash.',
    other: 'Paid without a card.',
    gift: 'It is a gift.',
  },
} as const

export const SHIPPED_MAIL = {
  whole: {
    subject: (number: number) => `Your order ${number} is on its way`,
    greeting: (buyer: string) => `${goodNews(buyer)} your order is on its way.`,
  },
  part: {
    subject: (number: number) => `A parcel of your order ${number} is on its way`,
    greeting: (buyer: string) => `${goodNews(buyer)} a parcel of your order is on its way.`,
  },
  content: (pieces: string) => `In this parcel: ${pieces}.`,
  restFollows: 'The rest of your order follows in another parcel.',
  carrier: (carrier: string) => `Shipped with ${carrier}.`,
  trackingNumber: (number: string) => `Tracking number: ${number}`,
  track: 'Track your package',
} as const

/** That an order can be collected. */
export const READY = {
  subject: (number: number) => `Your order ${number} is ready to collect`,
  greeting: (buyer: string) => `${goodNews(buyer)} your order is ready.`,
  opening: 'You can collect it here:',
} as const

/** About a new day by which an order ships. */
export const DELAYED_MAIL = {
  subject: (number: number) => `Your order ${number} ships later than promised`,
  opening: {
    I: (number: number, was: string, now: string) =>
      `Your order ${number} was due to ship by ${was}. I’m sorry: it will now ship by ${now}.`,
    we: (number: number, was: string, now: string) =>
      `Your order ${number} was due to ship by ${was}. We’re sorry: it will now ship by ${now}.`,
  },
  silent: {
    I: 'If you want to wait, there is nothing to do. If you would rather have your money back, tell me before it ships, and you get all of it.',
    we: 'If you want to wait, there is nothing to do. If you would rather have your money back, tell us before it ships, and you get all of it.',
  },
  asked: {
    I: (day: string) =>
      `Do you want to wait? Please answer by ${day}. If you do not, I cancel the order and you get all of your money back.`,
    we: (day: string) =>
      `Do you want to wait? Please answer by ${day}. If you do not, we cancel the order and you get all of your money back.`,
  },
  wait: 'I’ll wait',
  refund: 'I want my money back',
} as const

export const CANCELED_MAIL = {
  subject: (number: number) => `Your order ${number} is canceled`,
  opening: (number: number, shop: string, isShipped: boolean) =>
    `Your order ${number} at ${shop} has been canceled.${isShipped ? '' : ' Nothing will be shipped.'}`,
  refunded: (amount: string) => `${amount} has been refunded or is on its way back to you.`,
  toBeRefunded: 'You will get another email as soon as your payment is refunded.',
  notCharged: 'Nothing was charged, so there is nothing to refund.',
} as const

export const NEW_ADDRESS_MAIL = {
  subject: (number: number) => `The new address of your order ${number}`,
  opening: {
    I: (number: number, shop: string) =>
      `I have changed the shipping address of your order ${number} at ${shop}. Please reply if it is not right.`,
    we: (number: number, shop: string) =>
      `We have changed the shipping address of your order ${number} at ${shop}. Please reply if it is not right.`,
  },
} as const

/** To a buyer who asked to cancel a paid order; the words of the seller follow. */
export const CANCEL_DECLINED = {
  subject: (number: number) => `About canceling your order ${number}`,
  opening: {
    I: (number: number, shop: string) => `I could not cancel your order ${number} at ${shop}, so it will be shipped.`,
    we: (number: number, shop: string) => `We could not cancel your order ${number} at ${shop}, so it will be shipped.`,
  },
} as const

export const REFUND_MAIL = {
  subject: (number: number) => `A refund for your order ${number}`,
  opening: {
    I: (amount: string, number: number, shop: string) =>
      `I have refunded ${amount} for your order ${number} at ${shop}.`,
    we: (amount: string, number: number, shop: string) =>
      `We have refunded ${amount} for your order ${number} at ${shop}.`,
  },
  canceled: ' Your order is canceled and will not be shipped.',
  isFor: (parts: string) => `It is for ${parts}.`,
  reason: (reason: string) => `Why: ${reason}`,
  toCard: (card: string) =>
    `It goes back to your ${card}. Banks usually take 2 to 7 business days to show it on your statement.`,
  toWallet: (wallet: string) =>
    `It goes back to your ${wallet} account, which usually shows it within 7 business days.`,
  otherwise: 'You get it back the way you paid.',
} as const

export const RESET_LINK = {
  subject: (shop: string) => `Reset your ${shop} password`,
  opening: (shop: string) => `Someone (hopefully you) asked to reset the password of your account at ${shop}.`,
  link: 'Choose a new password',
  closing:
    'The link works once, for 30 minutes. If you did not ask for it, you can ignore this email: your password stays the same.',
} as const

export const PASSWORD_CHANGED = {
  subject: (shop: string) => `Your ${shop} password was changed`,
  opening: (shop: string, keys: string) =>
    `The password of your account at ${shop} was just changed. Everyone who was signed in to it elsewhere has been signed out.${keys}`,
  keysEnded: (count: number) =>
    count === 1 ? ' Its API key no longer works.' : ` Its ${count} API keys no longer work.`,
  keysKept: (count: number) =>
    count === 1
      ? ' Its API key still works. You can revoke it on your profile.'
      : ` Its ${count} API keys still work. You can revoke them on your profile.`,
  link: 'Choose another password',
  closing:
    'If this was you, there is nothing to do. If it was not, choose another password now and reply to this email.',
} as const

const CONTACT: Voiced = { I: 'Contact me', we: 'Contact us' }

/** To the old address of an account. */
export const ADDRESS_CHANGING = {
  subject: (shop: string) => `A new email address for your account at ${shop}`,
  opening: (shop: string) =>
    `Someone (hopefully you) entered another email address for your account at ${shop}. Yours stays in force until the new one is confirmed.`,
  link: 'Choose a new password',
  closing: 'If this was not you, somebody knows your password: choose a new one now, which also signs them out.',
} as const

export const ADDRESS_CHANGED = {
  subject: (shop: string) => `Your ${shop} email address was changed`,
  opening: (shop: string) =>
    `The email address of your account at ${shop} was just changed. You can no longer sign in with this address.`,
  link: CONTACT,
  closing: 'If this was you, there is nothing to do. If it was not, reply to this email now.',
} as const

/** To the new address of an account. */
export const ADDRESS_SET = {
  subject: (shop: string) => `Your email address at ${shop}`,
  opening: (shop: string) => `This is now the email address of an account at ${shop}.`,
  link: CONTACT,
  closing: 'If you have no account there, someone entered your address by mistake: please reply to this email.',
} as const

export const ADDRESS_REGISTERED = {
  subject: (shop: string) => `You already have an account at ${shop}`,
  opening: (shop: string) =>
    `Someone (hopefully you) tried to create an account at ${shop} with this email address. You already have one, so nothing has changed.`,
  link: 'Choose a new password',
  closing: 'If you know your password, just sign in. If this was not you, you can ignore this email.',
} as const

/** To an address that somebody has typed. */
export const ORDER_LINKS = {
  subject: (shop: string) => `Your orders at ${shop}`,
  opening: (shop: string) =>
    `Someone (hopefully you) asked ${shop} for the links of the orders with this email address.`,
  link: (number: number) => `See order ${number}`,
  closing: 'Anyone with a link can see that order. If you did not ask for them, you can ignore this email.',
} as const

/** To the buyer of an order that was placed without JavaScript, which the card form needs. */
export const PLACED_ORDER = {
  subject: (number: number, shop: string) => `Your order ${number} at ${shop}`,
  opening: (number: number, shop: string) =>
    `Your order ${number} at ${shop} is placed. It is not paid yet: to pay by card, open its link in a browser with JavaScript.`,
  closing: 'Anyone with the link can see the order. If you did not place it, you can ignore this email.',
} as const

/** To the address of an account. */
export const EMAIL_CODE = {
  subject: (shop: string) => `Your code at ${shop}`,
  opening: (shop: string) => `Enter this code at ${shop} to add the orders with this email address to your account:`,
  closing: 'The code works once, for 15 minutes. If you did not ask for it, you can ignore this email.',
} as const

/** To an address that somebody has typed. */
export const NEW_ADDRESS = {
  subject: (shop: string) => `Your code at ${shop}`,
  opening: (shop: string) => `Enter this code at ${shop} to make this the email address of your account:`,
  closing: 'The code works once, for 15 minutes. If you did not ask for it, you can ignore this email.',
} as const

/** To an address whose data is deleted. */
export const DATA_DELETED = {
  subject: (shop: string) => `Your data at ${shop} is deleted`,
  opening: (shop: string) =>
    `Your data at ${shop} is deleted, as you asked. Orders stay in the books for as long as the tax law asks for, without your name and street; a parcel of the last 30 days keeps them until 30 days after it was shipped. Copies in backups go when the backups are replaced, and saved emails when the shop deletes them.`,
  link: CONTACT,
  closing: 'This is the last message to this address. If you did not ask for this, please reply to it.',
} as const

/** To the address with which an order was placed. Whoever has its link may add it to an account. */
export const ORDER_CLAIMED = {
  subject: (number: number) => `Your order ${number} is in an account now`,
  opening: (number: number, shop: string) =>
    `Your order ${number} at ${shop} was added to an account, by its link. The links in earlier emails no longer open it.`,
  link: CONTACT,
  closing:
    'If this was you, there is nothing to do. If it was not, somebody had your link: please reply to this email.',
} as const

/** To the seller. */
export const NEW_ORDER = {
  subject: (number: number, total: string) => `New order ${number}: ${total}`,
  pickUpSubject: (number: number, total: string) => `New order ${number} to pick up: ${total}`,
  opening: (buyer: string, number: number) => `${buyer} placed order ${number}, and it is paid.`,
  shipTo: 'Ship to:',
  /** How it travels, and the day that the buyer was told. */
  travel: (way: string, day: string | null) => `${way}${day ? `, ships by ${day}` : ''}.`,
  shipsBy: (day: string) => `Ships by ${day}.`,
  pickUp: (buyer: string, day: string | null) =>
    `${buyer} picks it up, so do not ship it.${day ? ` Have it ready by ${day}.` : ''}`,
  atPlace: (way: string, place: string) => `${way}: ${place}.`,
  link: (number: number) => `Open order ${number}`,
} as const

/** To the seller. */
export const CANCELED_ORDER = {
  subject: (number: number) => `Order ${number} is canceled`,
  opening: (buyer: string, number: number, isShipped: boolean) =>
    `Order ${number} of ${buyer} has been canceled.${isShipped ? '' : ' Do not ship it.'}`,
} as const

/** To the seller; the reason of the buyer follows. */
export const CANCEL_REQUEST = {
  subject: (number: number) => `Order ${number}: the buyer asks to cancel`,
  opening: (buyer: string, number: number) =>
    `${buyer} asks you to cancel order ${number}, which is paid and not shipped. Open the order to refund it or to decline. The reason:`,
} as const

/** To the seller. */
export const MONEY_WANTED = {
  subject: (number: number) => `Order ${number}: the buyer wants the money back`,
  opening: (buyer: string, number: number) =>
    `${buyer} does not want to wait for order ${number}. Do not ship it: refund it on its page.`,
} as const

/** To the admin who asked for it on the setup page. */
export const TEST = {
  subject: (shop: string) => `A test email from ${shop}`,
  opening: (shop: string) => `The email of ${shop} works: this message went the same way as receipts and reset links.`,
  link: 'Back to the shop check',
} as const

/** To the seller. */
export const PAYMENTS_TO_CHECK = {
  subject: (count: number) =>
    count === 1 ? 'A payment needs your attention' : `${count} payments need your attention`,
  opening: (shop: string) => `The records of ${shop} and of the card service differ. Please check:`,
  ofOrder: (number: number, sentence: string) => `Order ${number}: ${sentence}`,
  link: 'See all payment problems',
} as const
