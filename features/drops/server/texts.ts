// What the server says about drops: pieces that appear at a set time, and the line of those who wait for them.

export const DROPS = {
  notFound: 'This drop was not found.',
  notOpen: 'The line is not open.',
  robotCheck:
    'Several places were taken from your network in the last hour, so the next one needs a check against robots. That check needs JavaScript. You can also try again in an hour.',
  wrongTicket: 'This ticket is not valid for this drop.',
  notYet: 'It is not your turn yet.',
  turnOver: 'Your turn is over, and the next in line has it. You can join the line again, at its end.',
  needsPlace: (drop: string) =>
    `This piece is part of the drop “${drop}”. Join its line, and order when it is your turn.`,
  onePiece: (drop: string) => `An order can have one piece of the drop “${drop}”. Remove the others from your cart.`,
  usedPlace: (drop: string) => `You have already ordered a piece of the drop “${drop}”.`,
  inPast: 'Choose a time that is still to come.',
  hasStarted: 'This drop has started, so its time stays.',
  isOver: 'This drop is over.',
  changedMeanwhile:
    'Someone else saved this drop in the meantime, or it has started, so your changes were not saved. Load it again and repeat them.',
  productGone: 'One of these products was deleted.',
  hasChoices: (product: string) => `${product} comes in choices. A drop has only products without choices.`,
  unpriced: (product: string) => `${product} needs a name and a price first.`,
  inOther: (product: string, drop: string) => `${product} is in the drop “${drop}”.`,
  deleted: (drop: string) => `The drop “${drop}” was deleted.`,
  notDeleted: 'Cancel this drop first.',
  noChoices: (drop: string) => `This product is in the drop “${drop}”, where products have no choices.`,
  hidden: (products: string) => `Nothing was changed. A drop will put these on sale: ${products}.`,
} as const

/** The lines of a product's history. */
export const DROP_HISTORY = {
  added: (drop: string) => `Added to the drop ${drop}, and in no list until it starts`,
  removed: (drop: string) => `Removed from the drop ${drop}`,
  started: (drop: string) => `Put on sale by the drop ${drop}`,
} as const

/** The heading of places in line in the file of a person's data. */
export const PERSON_FILE = { drop_admissions: 'Places in line for drops' } as const

/** Why an action was refused, before "Please try again in …". */
export const RATE_LIMITS = {
  dropTicket: 'Too many places in line were taken from your network.',
} as const
