import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Zinnia } from '../../../ui/Zinnia.tsx'

/** What stands here until something has been sold: the way there. */
export const FirstSteps = ({ start: { hasProducts, hasPhotographs, takesCards } }: Pick<Dashboard, 'start'>) => (
  <section
    aria-labelledby="first-steps"
    className="grid gap-6 rounded-lg border border-line bg-card p-5 shadow-sm sm:p-8"
  >
    <div className="flex items-center gap-4">
      <Zinnia className="size-12 shrink-0 text-blush" />
      <div>
        <h2 id="first-steps">Three steps to your first sale</h2>
        <p className="text-muted">When the first order is paid, your figures stand here.</p>
      </div>
    </div>
    <ol className="divide-y divide-line">
      <Step isDone={hasProducts} title={<Link to="/admin/productlist">Add a product</Link>}>
        A name, a price, how many there are. It stays a draft until you save it.
      </Step>
      <Step isDone={hasPhotographs} title={<Link to="/admin/productlist">Add photographs</Link>}>
        Open the product and take them with your phone: daylight, and one of them from close by.
      </Step>
      <Step isDone={takesCards} title="Set up payments">
        Until the shop knows your Square account, every payment is a rehearsal and no card is charged. The README says
        which settings it takes.
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
        {title} {isDone && <span className="text-sm font-normal text-good">Done</span>}
      </h3>
      <p className="text-muted">{children}</p>
    </div>
  </li>
)
