// Texts of the page of a drop: what those who wait for it are told.

const count = new Intl.NumberFormat('en-US')
const pieces = (stock: number) => (stock === 1 ? '1 piece' : `${count.format(stock)} pieces`)
const people = (many: number) => (many === 1 ? '1 person' : `${count.format(many)} people`)
const doNot = (many: number) => (many === 1 ? 'doesn’t' : 'don’t')
/** About how many: 19,874 reads 19,900. */
const about = (many: number) => {
  const step = many < 100 ? 1 : 10 ** (Math.floor(Math.log10(many)) - 1)
  return count.format(Math.ceil(many / step) * step)
}

const duration = (seconds: number) => {
  const [many, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${many} ${unit}${many === 1 ? '' : 's'}`
}

export const DROP = {
  starts: (moment: string) => `Starts ${moment}`,
  started: (moment: string) => `Started ${moment}`,
  canceled: 'This drop was canceled',
  over: 'This drop is over',
  overLead: 'Anything left is now in the shop.',
  canceledLead: 'The pieces are not for sale. The seller may plan another time.',
  browse: 'Browse the shop',
  piece: 'The piece',
  pieces: 'The pieces',
  soldOut: 'Sold',
  comes: 'On sale when the drop starts.',
  noScripts:
    'Without JavaScript this page reloads on its own. You can join from an hour before the start. To pay by card you need a browser with JavaScript, here or on another device.',
  joinPlain: 'Join the line without JavaScript',
  units: { days: 'days', hours: 'hours', minutes: 'minutes', seconds: 'seconds' },
  timer: 'Time until the drop starts',
  turnTimer: 'Time left to order',
  join: 'Join the line',
  joinLate: 'Join the end of the line',
  again: 'Join again, at the end',
  joining: 'One moment …',
  offline: 'No connection to the shop. Your place is safe; this page tries again by itself.',
  notJoined: 'That did not work, and you have no place yet. Please try again.',
  unchecked: 'Too many places were taken from your network in the last hour. Try again later, or from another network.',
  notStored:
    'Your browser blocks storage for this site, so we can’t hold your place. Allow storage, or use another browser.',
  openNow: 'The line is open',
  toOpenLine: 'Go to the line',
  coming: (drop: string, starts: string) => `Part of the drop “${drop}”. On sale ${starts}.`,
  toDrop: 'See the drop',
  product: (drop: string) => `Part of the drop “${drop}”, which is open: you can order one piece when it is your turn.`,
  toLine: 'See the line',
}

/** The clock of a turn, on the pages from a piece to the payment. */
export const TURN = {
  toOrder: {
    words: (time: string) => `Your turn: ${time} left to order`,
    spoken: (seconds: number) => `It is your turn: ${duration(seconds)} left to order.`,
  },
  toPay: {
    words: (time: string) => `Your turn: ${time} left to pay`,
    spoken: (seconds: number) => `It is your turn: ${duration(seconds)} left to pay.`,
  },
  over: 'Your turn is over, and the next in line has it. You can join the line again, at its end.',
  overUnpaid: 'Your time to pay is over, and the next in line gets the piece. You can join the line again, at its end.',
  toLine: 'See the line',
  onePiece: (drop: string) => `An order can have one piece of the drop “${drop}”. Remove the others before you order.`,
}

/** The page of the line for browsers without JavaScript. */
export const PLAIN_LINE = {
  until: (moment: string) => `You have until ${moment}.`,
  turn: 'Choose one piece below, order it, and pay before the time is over. The piece is yours when it is paid.',
  pay: 'The link of your order is in your email. Open it in any browser with JavaScript to pay by card.',
  reload: 'This page reloads on its own. Its address is your place in line: keep it open, and don’t share it.',
  order: 'Order',
  orderOne: (name: string) => `Order ${name}`,
}

/** What the page says, by where the visitor stands. */
export const LINE = {
  closed: {
    title: 'Come back an hour before',
    words: 'The line opens one hour before the start. Coming early brings no advantage.',
  },
  open: {
    title: 'The line is open',
    words:
      'Join now or later before the start: everybody who has joined by then gets a place by lot. A faster connection does not help.',
  },
  waiting: {
    title: 'You’re in line',
    words: (others: number) =>
      others === 0
        ? 'Nobody else is waiting yet. At the start every place is drawn by lot.'
        : `${people(others)} ${others === 1 ? 'is' : 'are'} waiting with you. At the start every place is drawn by lot. Keep this page open. It updates on its own.`,
  },
  place: (place: number, tickets: number) => `You are number ${count.format(place)} of about ${about(tickets)}`,
  next: 'You are next in line',
  left: (stock: number) => `${pieces(stock)} left.`,
  chance: {
    soon: 'Please stay: your turn comes within seconds.',
    good: (ahead: number) =>
      `Your turn comes if ${people(ahead)} ahead of you ${doNot(ahead)} buy, which often happens.`,
    poor: (ahead: number) =>
      `You get a piece only if ${people(ahead)} ahead of you ${doNot(ahead)} buy. That is unlikely.`,
    none: 'There are far more people ahead of you than pieces. It is very unlikely that you get one.',
  },
  allPaying: 'All pieces are being paid for. If a payment does not go through, the next in line gets the piece.',
  stay: 'Keep this page open. It updates on its own.',
  turn: {
    title: 'It is your turn',
    words:
      'Choose one piece below, add it to your cart and pay before the time is over. The piece is yours when it is paid.',
  },
  soldMeanwhile: {
    title: 'Sold out',
    words: 'The last piece was sold meanwhile. If one comes back before your time is over, you can order it.',
  },
  ordered: {
    title: 'You have ordered',
    words:
      'Pay for your order before the time is over, or the piece goes to the next in line. Once it is paid, the piece is yours.',
    link: 'Go to your order',
  },
  orderedBefore: {
    title: 'Your turn is over',
    words: 'If your order is paid, the piece is yours. If not, the next in line has your turn.',
  },
  missed: {
    title: 'Your turn is over',
    words: 'The time passed, and the next in line has your turn. You can join again, at the end of the line.',
  },
  soldOut: {
    title: 'Sold out',
    words: 'All pieces are sold. If one comes back within the next minutes, the next in line gets it.',
  },
  late: {
    title: 'The drop has started',
    waiting: (waiting: number) => `${people(waiting)} ${waiting === 1 ? 'is' : 'are'} in line ahead of you.`,
    free: 'Nobody is in line: it is your turn at once.',
    taken: 'Others are choosing or paying for all of them. You get one only if somebody doesn’t buy.',
  },
}

export const DRAW = {
  title: 'How the places are drawn',
  words:
    'Every ticket has a number. At the start, the numbers are shuffled by a secret (Fisher–Yates with xoshiro128**). The SHA-256 of the secret is published here beforehand and the secret afterwards, so anybody can check that nobody chose the order. Who joins later stands behind, in the order of joining.',
  hash: 'SHA-256 of the secret',
  secret: 'Secret',
  drawn: 'Tickets at the start',
}
