import { useState, useSyncExternalStore } from 'react'
import { answerField } from '#contract/buy-fields.ts'
import { addToCart } from '#web/shop/cart/fresh-cart.ts'
import { itemKey } from '#web/shop/visitor/cart.ts'
import { itemRemoved } from '#web/shop/visitor/cartSlice.ts'
import { useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { NamedLine } from '../contract.ts'
import { lineKey } from '../saved-lines.ts'
import { keyOf } from './cart-record.ts'
import type { CartKeeper } from './keep-cart.ts'
import { OTHER_CART } from './texts.ts'

/** What another device has, to be added or left there, and what was bought on one. */
export function OtherCart({ keeper }: { keeper: CartKeeper }) {
  const [problems, setProblems] = useState<Problem[]>([])
  const { items, bought } = useSyncExternalStore(keeper.subscribe, keeper.others)
  return (
    <>
      {problems.length > 0 && <Problems problems={problems} onDismiss={() => setProblems([])} />}
      {items.length > 0 && <Offer keeper={keeper} items={items} onAdded={setProblems} />}
      {bought.length > 0 && <Bought keeper={keeper} bought={bought} />}
    </>
  )
}

/** Why a line could not be added; with the page of its piece when something is to be chosen there. */
type Problem = { sentence: string; page?: string }

const nameOf = ({ name, qty, answers = {} }: NamedLine) => {
  const words = Object.values(answers).map((answer) => answer.replaceAll('\n', ' / '))
  return OTHER_CART.line(words.length > 0 ? `${name} (${words.join(', ')})` : name, qty)
}

type OfferProps = { keeper: CartKeeper; items: NamedLine[]; onAdded(problems: Problem[]): void }

function Offer({ keeper, items, onAdded }: OfferProps) {
  const [isAdding, setAdding] = useState(false)
  const dispatch = useAppDispatch()
  const add = async () => {
    setAdding(true)
    const outcomes = await Promise.all(items.map(async (line) => ({ line, outcome: await dispatch(added(line)) })))
    setAdding(false)
    onAdded(
      outcomes.flatMap(({ line, outcome }): Problem[] => {
        if (outcome === null) return []
        if (typeof outcome === 'string') return [{ sentence: outcome }]
        return [{ sentence: OTHER_CART.choose(line.name), page: outcome.page }]
      }),
    )
    // What could not be loaded is offered again with the next visit.
    keeper.answer(outcomes.filter(({ outcome }) => outcome === null).map(({ line }) => line))
    focusMain()
  }
  const putAside = () => {
    keeper.answer(items)
    focusMain()
  }
  const pieces = items.reduce((sum, { qty }) => sum + qty, 0)
  return (
    <Alert kind="info">
      <h2 className="font-sans text-base font-semibold">{OTHER_CART.title(pieces)}</h2>
      <ul className="grid gap-0.5 py-1 wrap-anywhere">
        {items.map((line) => (
          <li key={lineKey(line)}>{nameOf(line)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-x-6 gap-y-2 py-2">
        <Button isBusy={isAdding} onClick={add}>
          {OTHER_CART.add}
        </Button>
        <Button variant="quiet" onClick={putAside}>
          {OTHER_CART.notNow}
        </Button>
      </div>
    </Alert>
  )
}

/** The button that had the focus is gone. */
const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true })

/** Adds a line at today's price, as the form of a buy box would. */
const added = ({ product, qty, answers = {} }: NamedLine) =>
  addToCart(
    product,
    new URLSearchParams([
      ['qty', String(qty)],
      ...Object.entries(answers).map(([key, answer]) => [answerField(key), answer]),
    ]),
  )

const Problems = ({ problems, onDismiss }: { problems: Problem[]; onDismiss(): void }) => (
  <Alert kind="warning" onDismiss={onDismiss}>
    {problems.map(({ sentence, page }) => (
      <p key={sentence}>
        {sentence} {page && <Link to={page}>{OTHER_CART.toPiece}</Link>}
      </p>
    ))}
  </Alert>
)

function Bought({ keeper, bought }: { keeper: CartKeeper; bought: NamedLine[] }) {
  const dispatch = useAppDispatch()
  const items = useAppSelector(({ cart }) => cart.cartItems)
  const remove = () => {
    const keys = new Set(bought.map(lineKey))
    for (const item of items) if (keys.has(keyOf(item))) dispatch(itemRemoved(itemKey(item)))
  }
  return (
    <Alert kind="info">
      <p className="wrap-anywhere">{OTHER_CART.bought(bought.map(nameOf).join(', '))}</p>
      <div className="flex flex-wrap gap-x-6">
        <Button variant="quiet" onClick={remove}>
          {OTHER_CART.remove}
        </Button>
        <Button variant="quiet" onClick={() => keeper.answer(bought)}>
          {OTHER_CART.keep}
        </Button>
      </div>
    </Alert>
  )
}
