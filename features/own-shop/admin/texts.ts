// Texts of the way from the demo to a shop of one's own.
import type { WelcomeCard } from '../contract.ts'

export const START = {
  title: 'This is the demo shop',
  about:
    'Look around and try everything: nothing you do here is for real. When you are ready, start your own shop. Your account stays.',
  start: 'Start my shop',
  confirm:
    'The demo’s products, photos, coupons, categories and pages go, even those that you edited, and so does its look. All orders so far go, with the customers who placed them. What you added yourself stays.',
  keep: 'Keep looking at the demo',
  ready: 'Still the demo.',
} as const

export const CHECKLIST = {
  title: 'Before you open',
  welcome: 'Make it yours',
  welcomeHint: (step: number, count: number) =>
    step === 0
      ? 'Name, colors, photos and your story, on five short cards.'
      : `You have done ${step} of ${count} cards. Go on where you stopped.`,
  products: 'Your first three products',
  productsHint: (count: number) =>
    count === 0 ? 'A photo, a name and a price each.' : `${count} of 3. A photo, a name and a price each.`,
  shipDays: 'Say when you ship',
  shipDaysHint: 'Until you enter the business days, your shop promises no day.',
  payments: 'Payments',
  paymentsHint: 'Connect your Square account. Until then payments are simulated and no card is charged.',
  mail: 'Mail',
  mailHint: 'Until a mail server is connected, messages are only files on the computer of the shop.',
  address: 'Your own address',
  addressHint: 'Put the shop on the internet, with https.',
  policies: 'Returns and privacy',
  policiesHint: 'Shoppers look for them. Begin with our texts and fill the gaps.',
  done: 'Done',
} as const

export const WELCOME = {
  title: 'Make it yours',
  progress: (card: number, count: number) => `Card ${card} of ${count}`,
  next: 'Next',
  finish: 'Publish',
  skip: 'Skip',
  skipLast: 'Skip and publish',
  back: 'Back',
  cards: {
    name: ['What is your shop called?', 'It stands at the top of every page and in every message.'],
    colors: ['Choose your colors and typefaces', 'Two colors are enough: the shop finds the rest.'],
    hero: ['What do visitors see first?', 'One wide photo of your work, and a headline.'],
    story: ['Tell your story', 'Who makes your products, and how? A few sentences in your own words.'],
    delivery: [
      'Shipping and tax',
      'How your products travel, and what is added. You can change this at any time in Settings.',
    ],
  } satisfies Record<WelcomeCard, readonly [title: string, about: string]>,
  tax: 'Do you collect sales tax?',
  taxes: [
    ['none', 'I do not collect tax yet'],
    ['rate', 'Everybody pays one rate'],
  ],
  taxLater: 'Rates by state, and prices that include the tax, are in the',
  taxSettings: 'settings',
  returns: 'Write down how returns work on',
  returnsLink: 'a page of its own',
} as const

export const PUBLISHED = {
  title: 'Your shop is published',
  at: 'Visitors see it at',
  share: 'Share the address with your customers.',
  local: 'So far it is only on this computer.',
  next: 'Add your products next. The list below says what is left before you open.',
  see: 'See your shop',
  pieces: 'Add your products',
} as const
