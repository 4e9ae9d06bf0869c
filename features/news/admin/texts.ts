// Texts of the screens of news.

export const NEWS = {
  title: 'News',
  about:
    'What is new in your shop, such as a market or a new glaze. The newest stand on the home page and under /news.',
  empty: 'No news yet. Write what you are making, or where shoppers can meet you.',
  list: 'News',
  columns: { title: 'Title', date: 'Date', state: 'State' },
  write: 'Write news',
  newTitle: 'Title of the news',
  add: 'Write',
  undated: 'When published',
  states: { draft: 'Draft', waiting: 'Waits for its date', live: 'Live', changed: 'Changed since published' },
} as const

export const NEWS_CARD = {
  off: 'Show this page as news',
  about: 'News have a date. They stand on the home page and under /news instead of in the menus.',
  undated: 'News: dated when you publish them',
  dated: (moment: string) => `News of ${moment}`,
  waiting: (moment: string) => `News: shoppers see them from ${moment}`,
  day: 'Day',
  time: 'Time',
  hint: (timeZone: string) =>
    `In the time zone of the shop (${timeZone.replaceAll('_', ' ')}). Leave both blank for the moment of publishing.`,
  invalid: 'Enter a day and a time, or leave both blank.',
  turnOn: 'Make it news',
  save: 'Save date',
  saved: 'Saved.',
  turnOff: 'Take it out of the news',
  turnOffSentence: 'It becomes a page like others. Choose under Pages where the shop links it.',
} as const
