// An item of an order, or of a cart, that has answers: its name in texts, and what they cost.
type Named = { name: string; answers?: readonly { answer: string }[] | null | undefined }
type Answer = { label: string; answer: string }

/** `Bracelet (Anna, gold)`: the name of an item with its answers, on one line. */
export const itemName = ({ name, answers }: Named) =>
  answers ? `${name} (${answers.map(({ answer }) => onOneLine(answer)).join(', ')})` : name

/** `Name: Anna`: an answer with its question, on one line. */
export const answerText = ({ label, answer }: Answer) => `${label}: ${onOneLine(answer)}`

const onOneLine = (text: string) => text.replaceAll('\n', ' / ')

/** What the answers of a buyer add to the price of a unit, in cents. */
export const surchargeOf = (answers: readonly { price: number }[]) => answers.reduce((sum, { price }) => sum + price, 0)
