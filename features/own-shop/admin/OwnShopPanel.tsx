import type { ReactNode } from 'react'
import { messageOf } from '#web/lib/api-failure.ts'
import { Mark } from '#web/shop/settings/Mark.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { type OwnShop, WELCOME_CARDS } from '../contract.ts'
import { useStartOwnShopMutation, useUpdateOwnShopMutation } from './ownShopApi.ts'
import { CHECKLIST, START } from './texts.ts'

const PANEL = 'grid gap-6 rounded-lg border border-line bg-card p-5 shadow-sm sm:p-8'
const FIRST_PIECES = 3

/** The question what to do with the demo; nothing in a shop of one's own. */
export const DemoPanel = ({ own: { hasDemo, keepsDemo } }: { own: OwnShop }) =>
  hasDemo && (keepsDemo ? <StillDemo /> : <DemoQuestion />)

/** What is left to do in a shop of one's own that has not sold yet. */
export function ChecklistPanel({ own, hasSold }: { own: OwnShop; hasSold: boolean }) {
  if (own.hasDemo) return null
  const isDone = own.tasks.products >= FIRST_PIECES && own.tasks.takesCards && (own.welcome?.isDone ?? true)
  // While payments are simulated, a sale is a trial.
  const hasOpened = hasSold && own.tasks.takesCards
  return hasOpened || isDone ? null : <Checklist own={own} />
}

/** Keep looking at the demo, or start a shop of one's own. */
function DemoQuestion() {
  const [update, { isLoading }] = useUpdateOwnShopMutation()
  return (
    <section aria-labelledby="own-shop" className={PANEL}>
      <div className="flex items-start gap-4">
        <Mark height={40} />
        <div className="grid max-w-2xl gap-2">
          <h2 id="own-shop">{START.title}</h2>
          <p className="text-muted">{START.about}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <StartButton />
        <Button variant="quiet" isBusy={isLoading} onClick={() => update({ keepsDemo: true })}>
          {START.keep}
        </Button>
      </div>
    </section>
  )
}

const StillDemo = () => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md bg-sand px-4 py-3">
    <p>{START.ready}</p>
    <StartButton />
  </div>
)

/** Clears the demo after a confirmation, and opens the welcome as a new page: nothing on screen is of the shop before. */
function StartButton() {
  const [start, { isLoading, isSuccess, error, reset }] = useStartOwnShopMutation()
  const confirm = async () => {
    const { error: refused } = await start()
    if (!refused) window.location.assign('/admin/welcome')
  }
  return (
    <>
      {error && (
        <div className="basis-full">
          <Alert onDismiss={reset}>{messageOf(error)}</Alert>
        </div>
      )}
      <ConfirmButton isBusy={isLoading || isSuccess} sentence={START.confirm} action={START.start} onConfirm={confirm}>
        {START.start}
      </ConfirmButton>
    </>
  )
}

/** What is left to do, each with its link. */
const Checklist = ({ own: { welcome, tasks } }: { own: OwnShop }) => (
  <section aria-labelledby="own-shop" className={PANEL}>
    <h2 id="own-shop">{CHECKLIST.title}</h2>
    <ol className="divide-y divide-line">
      {welcome && (
        <Step isDone={welcome.isDone} title={<Link to="/admin/welcome">{CHECKLIST.welcome}</Link>}>
          {CHECKLIST.welcomeHint(welcome.step, WELCOME_CARDS.length)}
        </Step>
      )}
      <Step isDone={tasks.products >= FIRST_PIECES} title={<Link to="/admin/productlist">{CHECKLIST.products}</Link>}>
        {CHECKLIST.productsHint(tasks.products)}
      </Step>
      <Step isDone={tasks.hasShipDays} title={<Link to="/admin/settings/days-to-ship">{CHECKLIST.shipDays}</Link>}>
        {CHECKLIST.shipDaysHint}
      </Step>
      <Step isDone={tasks.hasPolicies} title={<Link to="/admin/pages">{CHECKLIST.policies}</Link>}>
        {CHECKLIST.policiesHint}
      </Step>
      <Step isDone={tasks.takesCards} title={<Link to="/admin/shop-check">{CHECKLIST.payments}</Link>}>
        {CHECKLIST.paymentsHint}
      </Step>
      <Step isDone={tasks.sendsMail} title={<Link to="/admin/shop-check">{CHECKLIST.mail}</Link>}>
        {CHECKLIST.mailHint}
      </Step>
      <Step isDone={tasks.hasAddress} title={<Link to="/admin/shop-check">{CHECKLIST.address}</Link>}>
        {CHECKLIST.addressHint}
      </Step>
    </ol>
  </section>
)

const Step = ({ isDone, title, children }: { isDone: boolean; title: ReactNode; children: ReactNode }) => (
  <li className="flex gap-4 py-4">
    <span
      className={`grid size-8 shrink-0 place-items-center rounded-full ${isDone ? 'bg-good-soft text-good' : 'border border-edge'}`}
    >
      {isDone && <Icon name="check" className="size-4" />}
    </span>
    <div>
      <h3 className="font-sans text-base font-semibold">
        {title} {isDone && <span className="ml-1 text-sm font-normal text-good">{CHECKLIST.done}</span>}
      </h3>
      {!isDone && <p className="text-muted">{children}</p>}
    </div>
  </li>
)
