import { TEXT } from '#contract/texts.ts'
import { useAppSelector } from '../../store.ts'
import { CHECKOUT } from '../../texts/checkout.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { missingStep } from './validation.ts'

const STEPS = [
  { step: 'signIn', label: TEXT.signIn, to: '/login?redirect=shipping' },
  { step: 'shipping', label: TEXT.shipping, to: '/shipping' },
  { step: 'payment', label: TEXT.payment, to: '/payment' },
  { step: 'placeOrder', label: TEXT.placeOrder, to: '/placeorder' },
] as const

/** A guest places the order with the address. */
const GUEST_STEPS = STEPS.filter(({ step }) => step === 'signIn' || step === 'shipping')

type Step = (typeof STEPS)[number]['step']

/**
 * The step bar of the checkout. A step is a link once it has been reached; while the placed order is to be paid, all are
 * done and none is.
 */
export function CheckoutSteps({ current }: { current: Step | 'pay' }) {
  const user = useAppSelector(({ session }) => session.user)
  const isSignedIn = user !== null
  const steps = user?.isGuest ? GUEST_STEPS : STEPS
  const cart = useAppSelector((state) => state.cart)
  const reached: Record<Step, boolean> = {
    signIn: true,
    shipping: isSignedIn,
    payment: isSignedIn && !missingStep('payment', cart),
    placeOrder: isSignedIn && !missingStep('placeorder', cart),
  }
  const isPlaced = current === 'pay'
  const at = isPlaced ? steps.length : steps.findIndex(({ step }) => step === current)
  return (
    <nav aria-label={CHECKOUT.steps} className="mx-auto w-full max-w-2xl px-5 pt-10">
      <ol className="isolate grid auto-cols-fr grid-flow-col">
        {steps.map(({ step, label, to }, index) => (
          <li key={step} aria-current={index === at ? 'step' : undefined} className={`${RAIL} ${lookOf(index, at)}`}>
            <span aria-hidden="true" className={DOT}>
              {index < at ? <Icon name="check" className="size-4" /> : index + 1}
            </span>
            {reached[step] && index !== at && !isPlaced ? <Link to={to}>{label}</Link> : <span>{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

// The line to the previous step runs behind the dots, from center to center.
const RAIL =
  'relative grid justify-items-center gap-2 text-center text-xs before:absolute before:top-4 before:-z-10 before:right-1/2 before:h-px before:w-full first:before:hidden sm:text-sm'
const DOT = 'relative grid size-8 place-items-center rounded-full border font-semibold'

function lookOf(index: number, at: number) {
  if (index === at)
    return 'font-semibold text-ink before:bg-accent *:first:border-accent *:first:bg-accent *:first:text-card'
  if (index < at) return 'text-ink before:bg-accent *:first:border-accent *:first:bg-card *:first:text-accent'
  return 'text-muted before:bg-line *:first:border-line *:first:bg-paper'
}
