import { ButtonLink } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { InView } from '#web/ui/InView.tsx'
import { PUBLISHED } from './texts.ts'

/** What the end of the welcome leads to: the address of the published shop, and what comes next. */
export const Published = ({ hasAddress }: { hasAddress: boolean }) => (
  <InView>
    <section
      aria-labelledby="published"
      className="grid gap-4 rounded-lg border border-line bg-good-soft p-5 shadow-sm sm:p-8"
    >
      <div className="flex items-center gap-3 text-good">
        <Icon name="check" className="size-6 shrink-0" />
        <h2 id="published">{PUBLISHED.title}</h2>
      </div>
      <p>
        {PUBLISHED.at} <strong className="font-semibold wrap-anywhere">{window.location.origin}</strong>.{' '}
        {hasAddress ? PUBLISHED.share : PUBLISHED.local}
      </p>
      <p>{PUBLISHED.next}</p>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <ButtonLink to="/">{PUBLISHED.see}</ButtonLink>
        <ButtonLink to="/admin/productlist" variant="secondary">
          {PUBLISHED.pieces}
        </ButtonLink>
      </div>
    </section>
  </InView>
)
