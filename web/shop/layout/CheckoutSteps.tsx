import { TEXT } from '#contract/texts.ts'
import { missingStep } from '#web/shop/addresses/validation.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { CHECKOUT } from '#web/texts/checkout.ts'
import { Steps } from '#web/ui/Steps.tsx'

const STEPS = [
  { step: 'signIn', label: TEXT.signIn, to: '/login?redirect=shipping' },
  { step: 'shipping', label: TEXT.shipping, to: '/shipping' },
  { step: 'payment', label: TEXT.payment, to: '/payment' },
  { step: 'placeOrder', label: TEXT.placeOrder, to: '/placeorder' },
  { step: 'pay', label: CHECKOUT.pay, to: '' },
] as const

/** A guest gives name and email address in place of signing in, and places the order with the address. */
const GUEST_STEPS = [
  { step: 'signIn', label: CHECKOUT.details, to: '/login?redirect=shipping' },
  { step: 'shipping', label: TEXT.shipping, to: '/shipping' },
  { step: 'pay', label: CHECKOUT.pay, to: '' },
] as const

type Step = (typeof STEPS)[number]['step']

/**
 * The step bar of the checkout, for an account or a guest. A step is a link once it has been reached, until the order is
 * placed: then it is to be paid. `isGuest` says which one it is for while nobody is signed in.
 */
export function CheckoutSteps({ current, isGuest = false }: { current: Step; isGuest?: boolean }) {
  const user = useAppSelector(({ session }) => session.user)
  const isSignedIn = user !== null
  const steps = (user?.isGuest ?? isGuest) ? GUEST_STEPS : STEPS
  const cart = useAppSelector((state) => state.cart)
  const isPlaced = current === 'pay'
  const isReached: Record<Step, boolean> = {
    signIn: !isPlaced,
    shipping: isSignedIn && !isPlaced,
    payment: isSignedIn && !isPlaced && !missingStep('payment', cart),
    placeOrder: isSignedIn && !isPlaced && !missingStep('placeorder', cart),
    pay: false,
  }
  const at = steps.findIndex(({ step }) => step === current)
  return (
    <nav aria-label={CHECKOUT.steps} className="mx-auto w-full max-w-2xl px-5 pt-5 sm:pt-8">
      <Steps steps={steps.map(({ step, label, to }) => ({ label, to: isReached[step] ? to : undefined }))} at={at} />
    </nav>
  )
}
