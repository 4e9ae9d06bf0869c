import { useShop } from '../shop/shopApi.ts'

/** On top of every page of a public shop whose payments are simulated. */
export const DemoNotice = () =>
  useShop().payments === 'public-demo' && (
    <aside aria-label="Demo shop" className="bg-warning-soft px-5 py-2 text-center text-sm text-warning">
      <strong className="font-semibold">This is a demo shop.</strong> Payments are simulated: no card is charged, and
      nothing is sent.
    </aside>
  )
