import type { ReactNode } from 'react'
import type { Dashboard } from '#contract/admin/dashboard.ts'
import { FIRST_STEPS } from '../../../texts/admin.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Mark } from '../../shop/Mark.tsx'

/** The first steps of a new seller, shown until the first sale. */
export const FirstSteps = ({ start: { hasProducts, hasPhotographs, takesCards } }: Pick<Dashboard, 'start'>) => (
  <section
    aria-labelledby="first-steps"
    className="grid gap-6 rounded-lg border border-line bg-card p-5 shadow-sm sm:p-8"
  >
    <div className="flex items-center gap-4">
      <Mark height={40} />
      <div>
        <h2 id="first-steps">{FIRST_STEPS.title}</h2>
        <p className="text-muted">{FIRST_STEPS.intro}</p>
      </div>
    </div>
    <ol className="divide-y divide-line">
      <Step isDone={hasProducts} title={<Link to="/admin/productlist">{FIRST_STEPS.addProduct}</Link>}>
        {FIRST_STEPS.addProductHint}
      </Step>
      <Step isDone={hasPhotographs} title={<Link to="/admin/productlist">{FIRST_STEPS.addPhotos}</Link>}>
        {FIRST_STEPS.addPhotosHint}
      </Step>
      <Step isDone={takesCards} title={FIRST_STEPS.setUpPayments}>
        {FIRST_STEPS.setUpPaymentsHint}
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
        {title} {isDone && <span className="ml-1 text-sm font-normal text-good">{FIRST_STEPS.done}</span>}
      </h3>
      <p className="text-muted">{children}</p>
    </div>
  </li>
)
